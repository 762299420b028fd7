import { ELEMENT_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import { TextField } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import type { ReactNode } from 'react';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { findChosen } from '../model/doc.ts';
import { change } from '../model/edit.ts';
import type { Problem } from '../model/problems.ts';
import { getCall, getKind } from '../model/words.ts';
import { CodePart } from './code-part.tsx';
import { FieldsPart } from './fields-part.tsx';
import { ImagePart } from './image-part.tsx';
import { KindIcon } from './kind-icon.tsx';
import { LabelPart } from './label-part.tsx';
import { FixButton, Note } from './notes.tsx';
import parts from './parts.module.css';
import { PlacePart } from './place-part.tsx';
import { ShapePart } from './shape-part.tsx';
import { TablePart } from './table-part.tsx';
import { TextPart } from './text-part.tsx';

type PropertiesProps = {
  grade: (id: string) => ReactNode;
  problems: readonly Problem[];
};

/** What is to be said of one element, and what can be done about it. */
const Warnings = ({ problems }: { problems: readonly Problem[] }) =>
  problems.length > 0 && (
    <ul className={parts.warnings} aria-label="这个元素的提醒">
      {problems.map((problem) => (
        <li key={problem.message}>
          <Note problem={problem} />
          <FixButton problem={problem} />
        </li>
      ))}
    </ul>
  );

/** Everything that can be changed of what is chosen; of the label when nothing is. */
export const Properties = ({ grade, problems }: PropertiesProps) => {
  const designer = useDesigner();
  const doc = useStore(designer.history, ({ now }) => now);
  const chosen = findChosen(doc);
  const [first] = chosen;
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
        <KindIcon name={chosen.length > 1 ? 'group' : getKind(first)} />
        <span className="ellipsis">
          {chosen.length > 1 ? `${chosen.length} 个元素` : getCall(first)}
        </span>
      </h2>
      {/* What is half typed for one element is not meant for the next. */}
      <div key={doc.chosen.join(' ')}>
        {chosen.length === 1 && (
          <Warnings problems={problems.filter(({ elementId }) => elementId === id)} />
        )}
        <PlacePart />
        <TextPart />
        <CodePart grade={grade(id)} />
        <TablePart />
        <ImagePart />
        <ShapePart />
        {chosen.length === 1 && (
          <section className={css.part}>
            <TextField
              label="名字"
              name="element-name"
              maxLength={ELEMENT_NAME_LENGTH}
              placeholder="图层里叫什么"
              value={first.name ?? ''}
              onChange={(name) =>
                designer.act('起名', change([id], { name: name || undefined }), 'name')
              }
            />
          </section>
        )}
      </div>
    </section>
  );
};
