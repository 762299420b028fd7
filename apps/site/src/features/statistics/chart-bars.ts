import { type ChartPlan, toX, toY } from './chart-scale.ts';

/** Outlines of the bars of one colour, as SVG paths; '' for none. */
export type BarPaths = {
  /** What is proven, to be filled. */
  proven: string;
  /** What is only sent, to be drawn round. */
  sent: string;
};

const box = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

/** The bars of the days that are in. */
export const listBars = (
  plan: ChartPlan,
  days: readonly { printed: number; sent: number }[],
  isIn: (index: number) => boolean,
): BarPaths => {
  const bars: BarPaths = { proven: '', sent: '' };
  for (const [index, { printed, sent }] of days.entries()) {
    if (!isIn(index)) continue;
    const x = Math.round(toX(plan, index) - plan.bar / 2);
    const y = Math.round(toY(plan, printed));
    const top = Math.round(toY(plan, printed + sent));
    if (printed > 0) bars.proven += box(x, y, plan.bar, Math.max(1, plan.base - y));
    // Thinner ones have no room for an outline.
    if (sent > 0 && plan.bar >= 3)
      bars.sent += box(x + 0.5, top + 0.5, plan.bar - 1, Math.max(1, y - top));
  }
  return bars;
};
