import { getBottom, type Box, getRight } from './box.ts';

/** Alignment line through the moving box and its targets, mm. */
export type SnapLine = { axis: 'x' | 'y'; at: number; from: number; to: number };

/** A gap that is equal to another one, mm. */
export type SnapGap = { axis: 'x' | 'y'; from: number; to: number; across: number };

export type Snapped = { dxMm: number; dyMm: number; lines: SnapLine[]; gaps: SnapGap[] };

export type SnapTargets = {
  label: { widthMm: number; heightMm: number };
  /** Boxes of the elements that are not moved. */
  others: readonly Box[];
  guides: { xMm: readonly number[]; yMm: readonly number[] };
  /** Snapping distance, mm. */
  reachMm: number;
  /** Dots per mm of the print head; 0 disables snapping to dots. */
  dotsPerMm: number;
};

/** A box projected onto one axis. */
type Span = { start: number; end: number; low: number; high: number };

const toSpan = (box: Box, axis: 'x' | 'y'): Span =>
  axis === 'x'
    ? { start: box.xMm, end: getRight(box), low: box.yMm, high: getBottom(box) }
    : { start: box.yMm, end: getBottom(box), low: box.xMm, high: getRight(box) };

const computeMiddle = ({ start, end }: Span): number => (start + end) / 2;
const listSpanAnchors = (span: Span): number[] => [span.start, computeMiddle(span), span.end];

/** Tolerance for equal distances, mm: far below a dot. */
const EQUAL_MM = 0.005;
const isNearlyEqual = (a: number, b: number): boolean => Math.abs(a - b) < EQUAL_MM;

type Target = { at: number; low: number; high: number };

const listSnapTargets = (
  axis: 'x' | 'y',
  otherSpans: readonly Span[],
  to: SnapTargets,
): Target[] => {
  const [length, across] =
    axis === 'x' ? [to.label.widthMm, to.label.heightMm] : [to.label.heightMm, to.label.widthMm];
  const lines = [0, length / 2, length, ...(axis === 'x' ? to.guides.xMm : to.guides.yMm)];
  return [
    ...lines.map((at) => ({ at, low: 0, high: across })),
    ...otherSpans.flatMap((span) =>
      listSpanAnchors(span).map((at) => ({ at, low: span.low, high: span.high })),
    ),
  ];
};

/**
 * Start positions of the moving box that make gaps equal: centred between two neighbours, or
 * continuing the gap between them.
 */
const listEqualGapStarts = (moving: Span, otherSpans: readonly Span[]): number[] => {
  const neighbours = otherSpans
    .filter(({ low, high }) => low < moving.high && high > moving.low)
    .sort((a, b) => a.start - b.start);
  const length = moving.end - moving.start;
  const starts: number[] = [];
  for (const [i, span] of neighbours.entries()) {
    const next = neighbours[i + 1];
    if (!next || next.start < span.end) continue;
    const gap = next.start - span.end;
    starts.push(next.end + gap, span.start - gap - length);
    if (gap > length) starts.push(span.end + (gap - length) / 2);
  }
  return starts;
};

const findNearestDelta = (deltas: readonly number[], reach: number): number | null => {
  let best: number | null = null;
  for (const delta of deltas)
    if (Math.abs(delta) <= reach && (best === null || Math.abs(delta) < Math.abs(best)))
      best = delta;
  return best;
};

/** Gaps at the moving box that are equal to others. */
const findEqualGaps = (axis: 'x' | 'y', moving: Span, otherSpans: readonly Span[]): SnapGap[] => {
  const line = [
    ...otherSpans.filter(({ low, high }) => low < moving.high && high > moving.low),
    moving,
  ];
  line.sort((a, b) => a.start - b.start);
  const gaps = line.flatMap((span, i) => {
    const next = line[i + 1];
    return next && next.start > span.end + EQUAL_MM
      ? [{ here: span, next, size: next.start - span.end }]
      : [];
  });
  const ownGaps = gaps.filter(({ here, next }) => here === moving || next === moving);
  const hasEqualGap = (gap: (typeof gaps)[number]): boolean =>
    (ownGaps.includes(gap) ? gaps : ownGaps).some(
      (otherGap) => otherGap !== gap && isNearlyEqual(otherGap.size, gap.size),
    );
  return gaps.filter(hasEqualGap).map(({ here, next }) => ({
    axis,
    from: here.end,
    to: next.start,
    across: (Math.max(here.low, next.low) + Math.min(here.high, next.high)) / 2,
  }));
};

const listAlignmentLines = (
  axis: 'x' | 'y',
  moving: Span,
  targets: readonly Target[],
): SnapLine[] =>
  listSpanAnchors(moving).flatMap((at) => {
    const alignDeltas = targets.filter((target) => isNearlyEqual(target.at, at));
    if (alignDeltas.length === 0) return [];
    const from = Math.min(moving.low, ...alignDeltas.map(({ low }) => low));
    const to = Math.max(moving.high, ...alignDeltas.map(({ high }) => high));
    return [{ axis, at, from, to }];
  });

const snapAxis = (moving: Box, axis: 'x' | 'y', to: SnapTargets) => {
  const span = toSpan(moving, axis);
  const otherSpans = to.others.map((box) => toSpan(box, axis));
  const targets = listSnapTargets(axis, otherSpans, to);
  const level = targets.flatMap(({ at }) => listSpanAnchors(span).map((anchor) => at - anchor));
  const gapDeltas = listEqualGapStarts(span, otherSpans).map((start) => start - span.start);
  const onDot =
    to.dotsPerMm > 0 ? Math.round(span.start * to.dotsPerMm) / to.dotsPerMm - span.start : 0;
  const nearestDelta =
    findNearestDelta(level, to.reachMm) ?? findNearestDelta(gapDeltas, to.reachMm);
  const delta = nearestDelta ?? onDot;
  const movedSpan = { ...span, start: span.start + delta, end: span.end + delta };
  return {
    delta,
    lines: nearestDelta === null ? [] : listAlignmentLines(axis, movedSpan, targets),
    gaps: findEqualGaps(axis, movedSpan, otherSpans),
  };
};

/**
 * Offset that aligns a dragged box to a target, else to whole dots, with the lines and gaps to
 * show.
 */
export const snapBox = (moving: Box, to: SnapTargets): Snapped => {
  const x = snapAxis(moving, 'x', to);
  const y = snapAxis(moving, 'y', to);
  return {
    dxMm: x.delta,
    dyMm: y.delta,
    lines: [...x.lines, ...y.lines],
    gaps: [...x.gaps, ...y.gaps],
  };
};

/** Offset that aligns one edge of a resized box, with the line to show. */
export const snapEdge = (
  at: number,
  axis: 'x' | 'y',
  across: { low: number; high: number },
  to: SnapTargets,
): { delta: number; lines: SnapLine[] } => {
  const targets = listSnapTargets(
    axis,
    to.others.map((box) => toSpan(box, axis)),
    to,
  );
  const nearestDelta = findNearestDelta(
    targets.map((target) => target.at - at),
    to.reachMm,
  );
  if (nearestDelta === null) {
    const onDot = to.dotsPerMm > 0 ? Math.round(at * to.dotsPerMm) / to.dotsPerMm - at : 0;
    return { delta: onDot, lines: [] };
  }
  const movedSpan = { start: at + nearestDelta, end: at + nearestDelta, ...across };
  return { delta: nearestDelta, lines: listAlignmentLines(axis, movedSpan, targets).slice(0, 1) };
};
