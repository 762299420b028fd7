/** Steps people can read: 1, 2, 2.5 or 5 times a power of ten, and whole labels only. */
const niceStep = (rough: number): number => {
  if (rough <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? 10 * power;
  return Number.isInteger(step) ? step : Math.ceil(step);
};

/** Grid values from 0 to at least the largest, at most `steps` apart. */
export const getGrid = (largest: number, steps = 4): number[] => {
  const step = niceStep(Math.max(1, largest) / steps);
  const count = Math.max(1, Math.ceil(Math.max(1, largest) / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
};

export type ChartPlan = {
  width: number;
  height: number;
  left: number;
  top: number;
  /** y of the zero line. */
  base: number;
  grid: number[];
  /** Width of one day. */
  slot: number;
  bar: number;
  /** Days whose date is written. */
  named: ReadonlySet<number>;
};

/** Room a date takes, px. */
const NAME_PX = 52;

const pickNamedDays = (days: number, slot: number): Set<number> => {
  const every = Math.max(1, Math.ceil(NAME_PX / slot));
  // Counted from the last day, which is always named: no gap is wider than the others.
  return new Set(
    Array.from({ length: Math.ceil(days / every) }, (_, index) => days - 1 - index * every),
  );
};

/** Places of everything in the daily chart, px. */
export const planChart = (days: number, largest: number, width: number): ChartPlan => {
  const [height, left, top, foot] = [232, 44, 36, 30];
  const slot = (width - left) / Math.max(1, days);
  return {
    width,
    height,
    left,
    top,
    base: height - foot,
    grid: getGrid(largest),
    slot,
    bar: Math.max(1, Math.min(32, Math.floor(slot * 0.56))),
    named: pickNamedDays(days, slot),
  };
};

export const toX = (plan: ChartPlan, index: number): number =>
  plan.left + (index + 0.5) * plan.slot;

export const toY = (plan: ChartPlan, value: number): number =>
  plan.base - (value / (plan.grid.at(-1) ?? 1)) * (plan.base - plan.top);

/** Day under a point, kept within the chart. */
export const dayAt = (plan: ChartPlan, days: number, x: number): number =>
  Math.min(days - 1, Math.max(0, Math.floor((x - plan.left) / plan.slot)));
