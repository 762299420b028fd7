import type { Designer } from '../designer.ts';
import { place } from '../model/arrange.ts';
import { aroundAll, type Box, getBox, stretched } from '../model/box.ts';
import { getMovable } from '../model/doc.ts';
import { snapEdge, type SnapLine } from '../model/snap.ts';
import { clear, type Gesture, type Point, snapTo } from './gesture.ts';
import { HANDLES, type HandleName } from './hit.ts';

/** No side is dragged to less than this, mm. */
const MIN_SIDE_MM = 0.5;

const draggedBox = (start: Box, handle: { x: number; y: number }, by: Point): Box => {
  const { xMm, yMm, widthMm, heightMm } = start;
  const left = handle.x === 0 ? Math.min(by.x, widthMm - MIN_SIDE_MM) : 0;
  const top = handle.y === 0 ? Math.min(by.y, heightMm - MIN_SIDE_MM) : 0;
  const right = handle.x === 1 ? Math.max(by.x, MIN_SIDE_MM - widthMm) : 0;
  const bottom = handle.y === 1 ? Math.max(by.y, MIN_SIDE_MM - heightMm) : 0;
  return {
    xMm: xMm + left,
    yMm: yMm + top,
    widthMm: widthMm - left + right,
    heightMm: heightMm - top + bottom,
  };
};

/** Keeps the sides' proportion: the larger change leads, the corner across stays. */
const inProportion = (box: Box, start: Box, handle: { x: number; y: number }): Box => {
  if (start.widthMm === 0 || start.heightMm === 0) return box;
  const [kx, ky] = [box.widthMm / start.widthMm, box.heightMm / start.heightMm];
  const k = handle.x === 0.5 ? ky : handle.y === 0.5 ? kx : Math.max(kx, ky);
  const [widthMm, heightMm] = [start.widthMm * k, start.heightMm * k];
  return {
    xMm: start.xMm + anchor(handle.x, start.widthMm, widthMm),
    yMm: start.yMm + anchor(handle.y, start.heightMm, heightMm),
    widthMm,
    heightMm,
  };
};

/** How far the start of a side moves, when its other end, or its middle, stays. */
const anchor = (handle: number, before: number, after: number): number =>
  handle === 0 ? before - after : handle === 0.5 ? (before - after) / 2 : 0;

export const startResize = (designer: Designer, from: Point, name: HandleName): Gesture => {
  const elements = getMovable(designer.doc());
  const ids = elements.map(({ id }) => id);
  const start = aroundAll(elements);
  const handle = HANDLES.find((one) => one.name === name) ?? HANDLES[7];
  return {
    move: (at, held) => {
      if (!start) return;
      const to = snapTo(designer, ids, held);
      const by = { x: at.x - from.x, y: at.y - from.y };
      const lines: SnapLine[] = [];
      if (handle.x !== 0.5) {
        const edge = start.xMm + handle.x * start.widthMm + by.x;
        const across = { low: start.yMm, high: start.yMm + start.heightMm };
        const found = snapEdge(edge, 'x', across, to);
        by.x += found.delta;
        lines.push(...found.lines);
      }
      if (handle.y !== 0.5) {
        const edge = start.yMm + handle.y * start.heightMm + by.y;
        const across = { low: start.xMm, high: start.xMm + start.widthMm };
        const found = snapEdge(edge, 'y', across, to);
        by.y += found.delta;
        lines.push(...found.lines);
      }
      const free = draggedBox(start, handle, by);
      const box = held.shift ? inProportion(free, start, handle) : free;
      const boxes = new Map(
        elements.map((element) => [element.id, stretched(getBox(element), start, box)]),
      );
      designer.live.set({ kind: 'resize', boxes, lines });
    },
    end: () => {
      const live = designer.live.get();
      clear(designer);
      if (live?.kind === 'resize') designer.act('改大小', place(live.boxes));
    },
    cancel: () => clear(designer),
  };
};
