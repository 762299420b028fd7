import { Clock } from './clock.tsx';
import css from './detail.module.css';
import { gapText, getStory } from './story.ts';
import type { Detail } from './words.ts';

/** The recorded steps of one label. */
export const Story = ({ detail }: { detail: Detail }) => (
  <ol className={css.hops} aria-label="这一张走过的每一步">
    {getStory(detail).map((step) => (
      <li key={`${step.at} ${step.what}`} className={step.unsure ? css.unsure : undefined}>
        {step.at ? <Clock at={step.at} /> : <span>…</span>}
        <b>{step.what}</b>
        <span title={step.how}>{step.how}</span>
        <em>{step.afterMs === null ? '' : gapText(step.afterMs)}</em>
      </li>
    ))}
  </ol>
);
