import type { CallOutput } from '@yunbiao/contract';

type Span = CallOutput<'getVip'>['spans'][number];

/** A period of one plan, epoch ms, end exclusive; `isNew`: added by the order. */
export type PlanPeriod = { name: string; from: number; to: number; isNew: boolean };

const toPlanPeriod = (span: Span, now: number): PlanPeriod => ({
  name: span.name,
  from: Math.max(now, Date.parse(span.startsAt)),
  to: Date.parse(span.endsAt),
  isNew: false,
});

/** Current periods in order. */
export const listCurrentPeriods = (spans: readonly Span[], now: number): PlanPeriod[] =>
  spans.map((span) => toPlanPeriod(span, now)).filter(({ from, to }) => to > from);

/**
 * Periods after the order. `after` is the server reply. Days of the ordered plan are split into
 * existing and new ones.
 */
export const listPeriodsAfterOrder = (
  {
    currentSpans,
    after,
    name,
  }: { currentSpans: readonly Span[]; after: readonly Span[]; name: string },
  now: number,
): PlanPeriod[] => {
  let ownMs = listCurrentPeriods(currentSpans, now)
    .filter((period) => period.name === name)
    .reduce((sum, { from, to }) => sum + to - from, 0);
  return after.flatMap((span) => {
    const fullPiece = toPlanPeriod(span, now);
    if (span.name !== name) return [fullPiece];
    const seam = Math.min(fullPiece.to, fullPiece.from + ownMs);
    ownMs -= seam - fullPiece.from;
    return [
      { ...fullPiece, to: seam },
      { ...fullPiece, from: seam, isNew: true },
    ].filter(({ from, to }) => to > from);
  });
};

/** `rank` 0: longest tick, always labelled; 1: labelled on wide screens; 2: not labelled. */
export type Tick = { at: number; rank: 0 | 1 | 2; text: string };
export type Scale = { from: number; to: number; ticks: Tick[] };

/**
 * Months per tick, per label on wide screens and per label on narrow screens, by the length of the
 * scale.
 */
const STEPS = [
  { most: 15, tick: 1, wide: 1, narrow: 3 },
  { most: 30, tick: 1, wide: 3, narrow: 12 },
  { most: 84, tick: 3, wide: 12, narrow: 12 },
  { most: 240, tick: 12, wide: 24, narrow: 60 },
  { most: 600, tick: 12, wide: 60, narrow: 120 },
] as const;
/** Step of scales longer than all in `STEPS`. */
const LONG_SCALE_STEP = { tick: 60, wide: 120, narrow: 240 } as const;

const countMonthsSinceYearZero = (at: number): number => {
  const date = new Date(at);
  return date.getFullYear() * 12 + date.getMonth();
};

const getMonthStart = (month: number): number =>
  new Date(Math.floor(month / 12), month % 12, 1).getTime();

const formatMonth = (month: number): string =>
  month % 12 === 0 ? String(month / 12) : `${(month % 12) + 1} 月`;

/** Creates a month scale that contains both times, in the viewer's time zone. */
export const createMonthScale = (from: number, to: number): Scale => {
  const first = countMonthsSinceYearZero(from);
  const lastMonth = countMonthsSinceYearZero(to) + 1;
  const step = STEPS.find(({ most }) => lastMonth - first <= most) ?? LONG_SCALE_STEP;
  const begin = Math.floor(first / step.tick) * step.tick;
  const end = Math.ceil(lastMonth / step.tick) * step.tick;
  const ticks: Tick[] = [];
  for (let month = begin; month <= end; month += step.tick) {
    const rank = month % step.narrow === 0 ? 0 : month % step.wide === 0 ? 1 : 2;
    ticks.push({ at: getMonthStart(month), rank, text: rank === 2 ? '' : formatMonth(month) });
  }
  return { from: getMonthStart(begin), to: getMonthStart(end), ticks };
};
