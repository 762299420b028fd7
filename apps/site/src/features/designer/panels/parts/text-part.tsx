import css from '../../designer.module.css';
import { ContentPart } from './content-part.tsx';
import { SpansPart } from './spans-part.tsx';
import { AlignmentFields } from '../text/alignment-fields.tsx';
import { FitFields } from '../text/fit-fields.tsx';
import { SizeFields } from '../text/size-fields.tsx';
import { StyleChecks } from '../text/style-checks.tsx';
import { canHoldOldCondition } from '@yunbiao/designer/conditions/conditions';
import { useSelectedElements } from '../use-chosen.ts';

/** Text properties. */
export const TextPart = () => {
  const { first, count, set, setContent } = useSelectedElements(['text']);
  if (!first) return null;
  return (
    <>
      {count === 1 && (
        <section className={css.part}>
          <h3>内容</h3>
          {first.spans ? (
            <SpansPart text={first} />
          ) : (
            <ContentPart
              label="文字"
              value={first.content}
              isConditional={canHoldOldCondition(first)}
              onChange={setContent}
            />
          )}
        </section>
      )}
      <section className={css.part}>
        <h3>字</h3>
        <SizeFields text={first} set={set} />
        <AlignmentFields text={first} set={set} />
        <FitFields text={first} set={set} />
        <StyleChecks text={first} set={set} />
      </section>
    </>
  );
};
