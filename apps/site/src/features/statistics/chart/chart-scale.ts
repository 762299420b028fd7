/** Readable steps only: 1, 2, 2.5 or 5 times a power of ten, rounded up to whole labels. */
const chooseGridStep = (rough: number): number => {
  if (rough <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? 10 * power;
  return Number.isInteger(step) ? step : Math.ceil(step);
};

/** Grid values from 0 to at least `largest`, in at most `steps` steps. */
export const computeGridValues = (largest: number, steps = 4): number[] => {
  const step = chooseGridStep(Math.max(1, largest) / steps);
  const count = Math.max(1, Math.ceil(Math.max(1, largest) / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
};

export type ChartPlan = {
  width: number;
  height: number;
  left: number;
  top: number;
  /** y coordinate of the zero line. */
  zeroY: number;
  grid: number[];
  /** Width of one day. */
  slot: number;
  barWidth: number;
  /** Indexes of the days with a date label. */
  labelledDays: ReadonlySet<number>;
};

/** Width of a date label, px. */
const DATE_LABEL_PX = 52;

const selectLabelledDays = (days: number, slot: number): Set<number> => {
  const stride = Math.max(1, Math.ceil(DATE_LABEL_PX / slot));
  // Counted back from the last day, which always has a label, so that all gaps are equal.
  return new Set(
    Array.from({ length: Math.ceil(days / stride) }, (_, index) => days - 1 - index * stride),
  );
};

/** Layout of the daily chart, px. */
export const planChart = (days: number, largest: number, width: number): ChartPlan => {
  const [height, leftPx, top, foot] = [232, 44, 36, 30];
  const dayWidth = (width - leftPx) / Math.max(1, days);
  return {
    width,
    height,
    left: leftPx,
    top,
    zeroY: height - foot,
    grid: computeGridValues(largest),
    slot: dayWidth,
    barWidth: Math.max(1, Math.min(32, Math.floor(dayWidth * 0.56))),
    labelledDays: selectLabelledDays(days, dayWidth),
  };
};

export const toDayX = (plan: ChartPlan, index: number): number =>
  plan.left + (index + 0.5) * plan.slot;

export const toValueY = (plan: ChartPlan, value: number): number =>
  plan.zeroY - (value / (plan.grid.at(-1) ?? 1)) * (plan.zeroY - plan.top);

/** Index of the day at `x`, clamped to the chart. */
export const findDay = (plan: ChartPlan, days: number, x: number): number =>
  Math.min(days - 1, Math.max(0, Math.floor((x - plan.left) / plan.slot)));
