import { type ChartPlan, toDayX, toValueY } from './chart-scale.ts';

/** Bars of one colour as SVG paths; '' when there are none. */
export type BarPaths = {
  /** Printed labels, drawn filled. */
  proven: string;
  /** Labels that were only sent, drawn as an outline. */
  sent: string;
};

const buildBarPath = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

/** Builds the bars of the days for which `isIncluded` returns true. */
export const listBars = (
  plan: ChartPlan,
  days: readonly { printed: number; sent: number }[],
  isIncluded: (index: number) => boolean,
): BarPaths => {
  const bars: BarPaths = { proven: '', sent: '' };
  for (const [index, { printed, sent }] of days.entries()) {
    if (!isIncluded(index)) continue;
    const x = Math.round(toDayX(plan, index) - plan.barWidth / 2);
    const y = Math.round(toValueY(plan, printed));
    const top = Math.round(toValueY(plan, printed + sent));
    if (printed > 0) bars.proven += buildBarPath(x, y, plan.barWidth, Math.max(1, plan.zeroY - y));
    // A bar below 3 px has no room for an outline.
    if (sent > 0 && plan.barWidth >= 3)
      bars.sent += buildBarPath(x + 0.5, top + 0.5, plan.barWidth - 1, Math.max(1, y - top));
  }
  return bars;
};
