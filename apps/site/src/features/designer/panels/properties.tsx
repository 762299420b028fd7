import { ELEMENT_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import { TextField } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import type { ReactNode } from 'react';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { type Doc, listSelectedElements } from '@yunbiao/designer/doc';
import type { TemplateElement } from '@yunbiao/label';
import { findGroup } from '@yunbiao/designer/group-paths';
import { changeGroup, findSelectedGroup } from '@yunbiao/designer/groups';
import { getGroupDisplayName } from '@yunbiao/designer/layers/layer-tree';
import { changeElements } from '@yunbiao/designer/edit';
import type { Problem } from '@yunbiao/designer/problems';
import { getElementDisplayName, getElementIconKind } from '@yunbiao/designer/element-names';
import { ConditionPart } from './parts/condition-part.tsx';
import { CodePart } from './parts/code-part.tsx';
import { FieldsPart } from './parts/fields-part.tsx';
import { ImagePart } from './parts/image-part.tsx';
import { KindIcon } from './kind-icon.tsx';
import { LabelPart } from './parts/label-part.tsx';
import { FixButton, ProblemNote } from './notes.tsx';
import parts from './parts/parts.module.css';
import { SharedPart } from './shared/shared-part.tsx';
import { PlacePart } from './parts/place-part.tsx';
import { ShapePart } from './parts/shape-part.tsx';
import { TablePart } from './parts/table-part.tsx';
import { TextPart } from './parts/text-part.tsx';

type PropertiesProps = {
  renderGrade: (id: string) => ReactNode;
  problems: readonly Problem[];
};

/** Problems of one element, with their fixes. */
const ProblemWarnings = ({ problems }: { problems: readonly Problem[] }) =>
  problems.length > 0 && (
    <ul className={parts.warnings} aria-label="这个元素的提醒">
      {problems.map((problem) => (
        <li key={problem.message}>
          <ProblemNote problem={problem} />
          <FixButton problem={problem} />
        </li>
      ))}
    </ul>
  );

/** Name of the selected element or group, or the number of elements. */
const describeSelection = (doc: Doc, [first, ...others]: readonly TemplateElement[]): string => {
  const group = findSelectedGroup(doc);
  if (group !== undefined) return getGroupDisplayName(findGroup(doc.template, group));
  if (!first) return '';
  return others.length > 0
    ? `${others.length + 1} 个元素`
    : getElementDisplayName(first, doc.template.fields);
};

/** Properties of the selection, or of the label when nothing is selected. */
export const Properties = ({ renderGrade, problems }: PropertiesProps) => {
  const designer = useDesigner();
  const doc = useStore(designer.history, ({ now }) => now);
  const chosenElements = listSelectedElements(doc);
  const [first] = chosenElements;
  if (!first)
    return (
      <section aria-label="属性">
        <LabelPart />
        <FieldsPart />
      </section>
    );
  const { id } = first;
  const group = findSelectedGroup(doc);
  return (
    <section aria-label="属性">
      <h2 className={css.panelHead}>
        <KindIcon name={chosenElements.length > 1 ? 'group' : getElementIconKind(first)} />
        <span className="ellipsis">{describeSelection(doc, chosenElements)}</span>
      </h2>
      {/* The key resets half-typed input when another element is selected. */}
      <div key={doc.chosen.join(' ')}>
        {chosenElements.length === 1 && (
          <ProblemWarnings problems={problems.filter(({ elementId }) => elementId === id)} />
        )}
        <PlacePart />
        {chosenElements.length > 1 && <SharedPart elements={chosenElements} />}
        <TextPart />
        <CodePart grade={renderGrade(id)} />
        <TablePart />
        <ImagePart />
        <ShapePart />
        <ConditionPart />
        {group !== undefined && (
          <section className={css.part}>
            <TextField
              label="名字"
              name="group-name"
              maxLength={ELEMENT_NAME_LENGTH}
              placeholder="图层里叫什么"
              value={findGroup(doc.template, group)?.name ?? ''}
              onChange={(name) =>
                designer.execute('命名', changeGroup(group, { name: name || undefined }), 'name')
              }
            />
          </section>
        )}
        {group === undefined && chosenElements.length === 1 && (
          <section className={css.part}>
            <TextField
              label="名字"
              name="element-name"
              maxLength={ELEMENT_NAME_LENGTH}
              placeholder="图层里叫什么"
              value={first.name ?? ''}
              onChange={(name) =>
                designer.execute('命名', changeElements([id], { name: name || undefined }), 'name')
              }
            />
          </section>
        )}
      </div>
    </section>
  );
};
