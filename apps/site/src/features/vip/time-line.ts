import type { CallOutput } from '@yunbiao/contract';

type Span = CallOutput<'getVip'>['spans'][number];

/** A time in which one plan runs, epoch ms, the end not included; `isNew`: brought by the order. */
export type Piece = { name: string; from: number; to: number; isNew: boolean };

const piece = (span: Span, now: number): Piece => ({
  name: span.name,
  from: Math.max(now, Date.parse(span.startsAt)),
  to: Date.parse(span.endsAt),
  isNew: false,
});

/** What runs already, one after the other. */
export const heldPieces = (held: readonly Span[], now: number): Piece[] =>
  held.map((span) => piece(span, now)).filter(({ from, to }) => to > from);

/**
 * What would run after the order, `after` being the server's answer: the days of its plan are parted into those that
 * were there and those that come.
 */
export const piecesAfter = (
  { held, after, name }: { held: readonly Span[]; after: readonly Span[]; name: string },
  now: number,
): Piece[] => {
  let ownMs = heldPieces(held, now)
    .filter((one) => one.name === name)
    .reduce((sum, { from, to }) => sum + to - from, 0);
  return after.flatMap((span) => {
    const whole = piece(span, now);
    if (span.name !== name) return [whole];
    const seam = Math.min(whole.to, whole.from + ownMs);
    ownMs -= seam - whole.from;
    return [
      { ...whole, to: seam },
      { ...whole, from: seam, isNew: true },
    ].filter(({ from, to }) => to > from);
  });
};

/** `rank` 0 stands highest and is labelled on every screen, 1 is labelled where there is room, 2 is a bare tick. */
export type Tick = { at: number; rank: 0 | 1 | 2; text: string };
export type Scale = { from: number; to: number; ticks: Tick[] };

/** Months from tick to tick, to a label where there is room, and to one on a phone; by the months on the scale. */
const STEPS = [
  { most: 15, tick: 1, wide: 1, narrow: 3 },
  { most: 30, tick: 1, wide: 3, narrow: 12 },
  { most: 84, tick: 3, wide: 12, narrow: 12 },
  { most: 240, tick: 12, wide: 24, narrow: 60 },
  { most: 600, tick: 12, wide: 60, narrow: 120 },
] as const;
/** Of all that is longer. */
const LONGEST = { tick: 60, wide: 120, narrow: 240 } as const;

const findMonth = (at: number): number => {
  const date = new Date(at);
  return date.getFullYear() * 12 + date.getMonth();
};

const getStart = (month: number): number =>
  new Date(Math.floor(month / 12), month % 12, 1).getTime();

const getText = (month: number): string =>
  month % 12 === 0 ? String(month / 12) : `${(month % 12) + 1} 月`;

/** A ruler of months, in the viewer's zone, that holds both times between its ends. */
export const getScale = (from: number, to: number): Scale => {
  const first = findMonth(from);
  const last = findMonth(to) + 1;
  const step = STEPS.find(({ most }) => last - first <= most) ?? LONGEST;
  const begin = Math.floor(first / step.tick) * step.tick;
  const end = Math.ceil(last / step.tick) * step.tick;
  const ticks: Tick[] = [];
  for (let month = begin; month <= end; month += step.tick) {
    const rank = month % step.narrow === 0 ? 0 : month % step.wide === 0 ? 1 : 2;
    ticks.push({ at: getStart(month), rank, text: rank === 2 ? '' : getText(month) });
  }
  return { from: getStart(begin), to: getStart(end), ticks };
};
