import type { TemplateElement } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { useDesigner } from '../designer.ts';
import { findChosen } from '../model/doc.ts';
import { addField, change, type Patch } from '../model/edit.ts';
import type { ContentChange } from './content-part.tsx';

type Of<Type extends TemplateElement['type']> = Extract<TemplateElement, { type: Type }>;

/** The chosen elements of these kinds, and how their parts are changed: all of them alike. */
export const useChosen = <Type extends TemplateElement['type']>(types: readonly Type[]) => {
  const designer = useDesigner();
  const doc = useStore(designer.history, ({ now }) => now);
  const all = findChosen(doc);
  const own = all.filter((element): element is Of<Type> =>
    (types as readonly string[]).includes(element.type),
  );
  const isAll = own.length > 0 && own.length === all.length;
  return {
    /** The first of them, when all that is chosen is of these kinds. */
    first: isAll ? own[0] : undefined,
    count: own.length,
    set: (what: string, patch: Patch, key?: string): void =>
      designer.act(what, change(doc.chosen, patch), key),
    setContent: ({ content, field, isTyped }: ContentChange): void =>
      designer.act(
        '改内容',
        (now) => {
          const known = field ? addField(field)(now) : now;
          return change(doc.chosen, { content })(known);
        },
        isTyped ? 'content' : '',
      ),
  };
};
