import type { BatchCounts } from '@yunbiao/contract/evidence';
import { vars } from '@yunbiao/ui/vars.ts';
import { countsText } from '../../shell/print-counts.ts';
import css from './stat.module.css';

const PARTS = [
  ['printed', 'solid'],
  ['sent', 'hollow'],
  ['uncertain', 'unsure'],
  ['failed', 'bad'],
  ['sending', 'running'],
] as const;

/** What a batch is made of: filled is proven, outlined is only sent. */
export const Mix = ({ counts }: { counts: BatchCounts }) => {
  const rest = counts.queued + counts.cancelled + counts.expired;
  return (
    <span className={css.mix} role="img" aria-label={countsText(counts)} title={countsText(counts)}>
      {PARTS.filter(([state]) => counts[state] > 0).map(([state, shape]) => (
        <i key={state} className={css[shape]} style={vars({ v: counts[state] })} />
      ))}
      {rest > 0 && <i className={css.rest} style={vars({ v: rest })} />}
    </span>
  );
};
