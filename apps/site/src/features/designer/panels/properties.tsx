import { ELEMENT_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import { TextField } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import type { ReactNode } from 'react';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { listSelectedElements } from '@yunbiao/designer/doc';
import { changeElements } from '@yunbiao/designer/edit';
import type { Problem } from '@yunbiao/designer/problems';
import { getElementDisplayName, getElementIconKind } from '@yunbiao/designer/element-names';
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
  return (
    <section aria-label="属性">
      <h2 className={css.panelHead}>
        <KindIcon name={chosenElements.length > 1 ? 'group' : getElementIconKind(first)} />
        <span className="ellipsis">
          {chosenElements.length > 1
            ? `${chosenElements.length} 个元素`
            : getElementDisplayName(first, doc.template.fields)}
        </span>
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
        {chosenElements.length === 1 && (
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
