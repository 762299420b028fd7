import type { TemplateElement } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { useDesigner } from '../designer.ts';
import { type Command, listSelectedElements } from '@yunbiao/designer/doc';
import { addField, changeElements, type Patch } from '@yunbiao/designer/edit';
import { withoutOrphanFields } from '@yunbiao/designer/fields';
import type { ContentChange } from './parts/content-part.tsx';

type Of<Type extends TemplateElement['type']> = Extract<TemplateElement, { type: Type }>;

/** The selected elements, if all are of these types, and functions that change all of them. */
export const useSelectedElements = <Type extends TemplateElement['type']>(
  types: readonly Type[],
) => {
  const designer = useDesigner();
  const doc = useStore(designer.history, ({ now }) => now);
  const chosenElements = listSelectedElements(doc);
  const ownElements = chosenElements.filter((element): element is Of<Type> =>
    (types as readonly string[]).includes(element.type),
  );
  const isAll = ownElements.length > 0 && ownElements.length === chosenElements.length;
  return {
    /** The first selected element; undefined when an element of another type is selected. */
    first: isAll ? ownElements[0] : undefined,
    count: ownElements.length,
    set: (description: string, patch: Patch, key?: string): void =>
      designer.execute(description, changeElements(doc.chosen, patch), key),
    setContent: ({ content, field, isTyped }: ContentChange): void => {
      const changeContent: Command = (now) =>
        changeElements(doc.chosen, { content })(field ? addField(field)(now) : now);
      // While a content is typed, a name in it can be gone for a moment.
      if (isTyped) designer.execute('修改内容', changeContent, 'content');
      else designer.execute('修改内容', withoutOrphanFields(changeContent));
    },
  };
};
