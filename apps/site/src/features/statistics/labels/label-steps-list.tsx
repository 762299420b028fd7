import { Clock } from '../clock.tsx';
import css from './detail.module.css';
import { formatElapsedTime, listLabelSteps } from './label-steps.ts';
import type { Detail } from '../words.ts';

/** Recorded steps of one label. */
export const LabelSteps = ({ detail }: { detail: Detail }) => (
  <ol className={css.hops} aria-label="这一张走过的每一步">
    {listLabelSteps(detail).map((step) => (
      <li key={`${step.at} ${step.what}`} className={step.isUncertain ? css.unsure : undefined}>
        {step.at ? <Clock at={step.at} /> : <span>…</span>}
        <b>{step.what}</b>
        <span title={step.how}>{step.how}</span>
        <em>{step.afterMs === null ? '' : formatElapsedTime(step.afterMs)}</em>
      </li>
    ))}
  </ol>
);
