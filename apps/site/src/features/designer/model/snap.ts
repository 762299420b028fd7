import { getBottom, type Box, getRight } from './box.ts';

/** What a moving box lies level with: a line across, from one end of what is level to the other, mm. */
export type SnapLine = { axis: 'x' | 'y'; at: number; from: number; to: number };

/** Two gaps that are now equal, mm. */
export type SnapGap = { axis: 'x' | 'y'; from: number; to: number; across: number };

export type Snapped = { dxMm: number; dyMm: number; lines: SnapLine[]; gaps: SnapGap[] };

export type SnapTo = {
  label: { widthMm: number; heightMm: number };
  /** Elements that stay where they are. */
  others: readonly Box[];
  guides: { xMm: readonly number[]; yMm: readonly number[] };
  /** How near is level, mm. */
  reachMm: number;
  /** Dots of the print head a millimetre; 0 for no snapping to them. */
  dotsPerMm: number;
};

/** A box seen along one axis. */
type Span = { start: number; end: number; low: number; high: number };

const along = (box: Box, axis: 'x' | 'y'): Span =>
  axis === 'x'
    ? { start: box.xMm, end: getRight(box), low: box.yMm, high: getBottom(box) }
    : { start: box.yMm, end: getBottom(box), low: box.xMm, high: getRight(box) };

const middle = ({ start, end }: Span): number => (start + end) / 2;
const listAnchors = (span: Span): number[] => [span.start, middle(span), span.end];

/** Distances are equal within this, mm: far below a dot. */
const EQUAL_MM = 0.005;
const isEqual = (a: number, b: number): boolean => Math.abs(a - b) < EQUAL_MM;

type Target = { at: number; low: number; high: number };

const listTargets = (axis: 'x' | 'y', others: readonly Span[], to: SnapTo): Target[] => {
  const [length, across] =
    axis === 'x' ? [to.label.widthMm, to.label.heightMm] : [to.label.heightMm, to.label.widthMm];
  const lines = [0, length / 2, length, ...(axis === 'x' ? to.guides.xMm : to.guides.yMm)];
  return [
    ...lines.map((at) => ({ at, low: 0, high: across })),
    ...others.flatMap((span) =>
      listAnchors(span).map((at) => ({ at, low: span.low, high: span.high })),
    ),
  ];
};

/** Where equal gaps would put the start of the moving box: between two neighbours, or as far from one as it is from its own. */
const gapStarts = (moving: Span, others: readonly Span[]): number[] => {
  const beside = others
    .filter(({ low, high }) => low < moving.high && high > moving.low)
    .sort((a, b) => a.start - b.start);
  const length = moving.end - moving.start;
  const starts: number[] = [];
  for (const [i, here] of beside.entries()) {
    const next = beside[i + 1];
    if (!next || next.start < here.end) continue;
    const gap = next.start - here.end;
    starts.push(next.end + gap, here.start - gap - length);
    if (gap > length) starts.push(here.end + (gap - length) / 2);
  }
  return starts;
};

const nearest = (deltas: readonly number[], reach: number): number | null => {
  let best: number | null = null;
  for (const delta of deltas)
    if (Math.abs(delta) <= reach && (best === null || Math.abs(delta) < Math.abs(best)))
      best = delta;
  return best;
};

/** The gaps beside the moving box that are now equal to each other. */
const equalGaps = (axis: 'x' | 'y', moving: Span, others: readonly Span[]): SnapGap[] => {
  const line = [
    ...others.filter(({ low, high }) => low < moving.high && high > moving.low),
    moving,
  ];
  line.sort((a, b) => a.start - b.start);
  const gaps = line.flatMap((here, i) => {
    const next = line[i + 1];
    return next && next.start > here.end + EQUAL_MM
      ? [{ here, next, size: next.start - here.end }]
      : [];
  });
  const own = gaps.filter(({ here, next }) => here === moving || next === moving);
  const isEven = (gap: (typeof gaps)[number]): boolean =>
    (own.includes(gap) ? gaps : own).some((one) => one !== gap && isEqual(one.size, gap.size));
  return gaps.filter(isEven).map(({ here, next }) => ({
    axis,
    from: here.end,
    to: next.start,
    across: (Math.max(here.low, next.low) + Math.min(here.high, next.high)) / 2,
  }));
};

const linesAt = (axis: 'x' | 'y', moving: Span, targets: readonly Target[]): SnapLine[] =>
  listAnchors(moving).flatMap((at) => {
    const level = targets.filter((target) => isEqual(target.at, at));
    if (level.length === 0) return [];
    const from = Math.min(moving.low, ...level.map(({ low }) => low));
    const to = Math.max(moving.high, ...level.map(({ high }) => high));
    return [{ axis, at, from, to }];
  });

const snapAxis = (moving: Box, axis: 'x' | 'y', to: SnapTo) => {
  const span = along(moving, axis);
  const others = to.others.map((box) => along(box, axis));
  const targets = listTargets(axis, others, to);
  const level = targets.flatMap(({ at }) => listAnchors(span).map((own) => at - own));
  const even = gapStarts(span, others).map((start) => start - span.start);
  const onDot =
    to.dotsPerMm > 0 ? Math.round(span.start * to.dotsPerMm) / to.dotsPerMm - span.start : 0;
  const found = nearest(level, to.reachMm) ?? nearest(even, to.reachMm);
  const delta = found ?? onDot;
  const moved = { ...span, start: span.start + delta, end: span.end + delta };
  return {
    delta,
    lines: found === null ? [] : linesAt(axis, moved, targets),
    gaps: equalGaps(axis, moved, others),
  };
};

/** How far a box that is dragged has to go to lie level with something, or else on a whole dot; and with what. */
export const snap = (moving: Box, to: SnapTo): Snapped => {
  const x = snapAxis(moving, 'x', to);
  const y = snapAxis(moving, 'y', to);
  return {
    dxMm: x.delta,
    dyMm: y.delta,
    lines: [...x.lines, ...y.lines],
    gaps: [...x.gaps, ...y.gaps],
  };
};

/** One edge of a box that is stretched: how far it goes to lie level, and the lines. */
export const snapEdge = (
  at: number,
  axis: 'x' | 'y',
  across: { low: number; high: number },
  to: SnapTo,
): { delta: number; lines: SnapLine[] } => {
  const targets = listTargets(
    axis,
    to.others.map((box) => along(box, axis)),
    to,
  );
  const found = nearest(
    targets.map((target) => target.at - at),
    to.reachMm,
  );
  if (found === null) {
    const onDot = to.dotsPerMm > 0 ? Math.round(at * to.dotsPerMm) / to.dotsPerMm - at : 0;
    return { delta: onDot, lines: [] };
  }
  const moved = { start: at + found, end: at + found, ...across };
  return { delta: found, lines: linesAt(axis, moved, targets).slice(0, 1) };
};
