import { GuideLink } from '../../../../kit/guide/guide-link.tsx';
import { GRADE_GUIDES } from '../../../../kit/guide/trouble-guides.ts';
import type { CodeGrade, ScanGrade } from '@yunbiao/label/scan';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { DrawnLabel } from '../../../../kit/label/engine/engine.ts';
import type { Scan } from '../../../../kit/label/scan/use-scan.ts';
import css from './parts.module.css';

/** Scan grades, worst first, from decoding the printed dots. */
const STEPS: readonly { grade: Exclude<ScanGrade, 'unread'>; name: string }[] = [
  { grade: 'none', name: '扫不出' },
  { grade: 'just', name: '刚好' },
  { grade: 'ample', name: '余量大' },
];

const GradeScale = ({ grade }: { grade: CodeGrade }) => {
  const at = STEPS.findIndex((step) => step.grade === grade.grade);
  return (
    <>
      <p className={css.gradeHead}>
        读码 <b>{at < 0 ? '没有读' : STEPS[at]?.name}</b>{' '}
        <span>
          {grade.reason === '' ? '由内置解码器按点读回' : keepNumbersWithUnits(grade.reason)}
        </span>{' '}
        <GuideLink guide={GRADE_GUIDES[grade.grade]} />
      </p>
      <div className={css.gradeScale} aria-hidden="true" style={toCssVars({ at: (at + 0.5) / 3 })}>
        {at >= 0 && <i />}
        {STEPS.map(({ grade: step, name }) => (
          <span key={step} data-on={step === grade.grade || undefined}>
            {name}
          </span>
        ))}
      </div>
    </>
  );
};

type GradePartProps = { id: string; drawn: DrawnLabel | null; scan: Scan };

/** Module size in dots and mm, quiet zone, and scan grade of a code. */
export const GradePart = ({ id, drawn, scan }: GradePartProps) => {
  const symbol = drawn?.symbols.find(({ elementId }) => elementId === id);
  if (!drawn || !symbol) return null;
  const { kind, moduleDots, modules } = symbol;
  const mm = moduleDots / drawn.dotsPerMm;
  const quietDots = drawn.getQuietDots(id);
  const grade =
    scan.phase === 'read' ? scan.grades.find(({ elementId }) => elementId === id) : undefined;
  return (
    <>
      <dl className={css.readout}>
        <div>
          <dt>{kind === 'bars' ? '窄条' : '每格'}</dt>
          <dd>
            {moduleDots}
            <small> 点</small> {mm.toFixed(2)}
            <small> mm</small>
          </dd>
        </div>
        {kind === 'matrix' && (
          <div>
            <dt>格数</dt>
            <dd>{modules}</dd>
          </div>
        )}
        <div>
          <dt>静区</dt>
          <dd>
            {Math.round(quietDots / moduleDots)}
            <small> 倍</small> {(quietDots / drawn.dotsPerMm).toFixed(1)}
            <small> mm</small>
          </dd>
        </div>
      </dl>
      {grade ? (
        <GradeScale grade={grade} />
      ) : (
        scan.phase === 'reading' && <p className="small faint">读码中…</p>
      )}
    </>
  );
};
