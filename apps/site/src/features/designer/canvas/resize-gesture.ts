import type { Designer } from '../designer.ts';
import { placeElements } from '@yunbiao/designer/arrange';
import { computeBounds, type Box, getElementBox, stretchBox } from '@yunbiao/designer/box';
import { listMovableSelection } from '@yunbiao/designer/doc';
import { snapEdge, type SnapLine } from '@yunbiao/designer/snap';
import { clearLive, type Gesture, type Point, buildSnapTargets } from './gesture.ts';
import { HANDLES, type HandleName } from './hit-test.ts';

/** Minimum length of a side, mm. */
const MIN_SIDE_MM = 0.5;

const resizeBox = (start: Box, handle: { x: number; y: number }, by: Point): Box => {
  const { xMm, yMm, widthMm, heightMm } = start;
  const leftShift = handle.x === 0 ? Math.min(by.x, widthMm - MIN_SIDE_MM) : 0;
  const top = handle.y === 0 ? Math.min(by.y, heightMm - MIN_SIDE_MM) : 0;
  const right = handle.x === 1 ? Math.max(by.x, MIN_SIDE_MM - widthMm) : 0;
  const bottom = handle.y === 1 ? Math.max(by.y, MIN_SIDE_MM - heightMm) : 0;
  return {
    xMm: xMm + leftShift,
    yMm: yMm + top,
    widthMm: widthMm - leftShift + right,
    heightMm: heightMm - top + bottom,
  };
};

/** Keeps the aspect ratio. The larger change applies; the opposite corner stays. */
const preserveProportion = (box: Box, start: Box, handle: { x: number; y: number }): Box => {
  if (start.widthMm === 0 || start.heightMm === 0) return box;
  const [kx, ky] = [box.widthMm / start.widthMm, box.heightMm / start.heightMm];
  const k = handle.x === 0.5 ? ky : handle.y === 0.5 ? kx : Math.max(kx, ky);
  const [widthMm, heightMm] = [start.widthMm * k, start.heightMm * k];
  return {
    xMm: start.xMm + computeAnchorShift(handle.x, start.widthMm, widthMm),
    yMm: start.yMm + computeAnchorShift(handle.y, start.heightMm, heightMm),
    widthMm,
    heightMm,
  };
};

/** Shift of the start of a side when its other end, or its middle, stays. */
const computeAnchorShift = (handle: number, before: number, after: number): number =>
  handle === 0 ? before - after : handle === 0.5 ? (before - after) / 2 : 0;

export const startResize = (designer: Designer, from: Point, name: HandleName): Gesture => {
  const elements = listMovableSelection(designer.getDoc());
  const ids = elements.map(({ id }) => id);
  const start = computeBounds(elements);
  const handle = HANDLES.find((candidate) => candidate.name === name) ?? HANDLES[7];
  return {
    move: (at, keys) => {
      if (!start) return;
      const to = buildSnapTargets(designer, ids, keys);
      const by = { x: at.x - from.x, y: at.y - from.y };
      const lines: SnapLine[] = [];
      if (handle.x !== 0.5) {
        const edge = start.xMm + handle.x * start.widthMm + by.x;
        const across = { low: start.yMm, high: start.yMm + start.heightMm };
        const snapResult = snapEdge(edge, 'x', across, to);
        by.x += snapResult.delta;
        lines.push(...snapResult.lines);
      }
      if (handle.y !== 0.5) {
        const edge = start.yMm + handle.y * start.heightMm + by.y;
        const across = { low: start.xMm, high: start.xMm + start.widthMm };
        const snapResult = snapEdge(edge, 'y', across, to);
        by.y += snapResult.delta;
        lines.push(...snapResult.lines);
      }
      const free = resizeBox(start, handle, by);
      const box = keys.shift ? preserveProportion(free, start, handle) : free;
      const boxes = new Map(
        elements.map((element) => [element.id, stretchBox(getElementBox(element), start, box)]),
      );
      designer.live.set({ kind: 'resize', boxes, lines });
    },
    finish: () => {
      const live = designer.live.get();
      clearLive(designer);
      if (live?.kind === 'resize') designer.execute('修改大小', placeElements(live.boxes));
    },
    cancel: () => clearLive(designer),
  };
};
