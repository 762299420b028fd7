import type { Designer } from '../designer.ts';
import { placeElements } from '@yunbiao/designer/arrange';
import { computeBounds, type Box, getElementBox, stretchBox } from '@yunbiao/designer/box';
import { listMovableSelection } from '@yunbiao/designer/doc';
import { snapEdge, type SnapLine } from '@yunbiao/designer/snap';
import {
  clearLive,
  type Gesture,
  type ModifierKeys,
  type Point,
  buildSnapTargets,
} from './gesture.ts';
import { HANDLES, type HandleName } from './hit-test.ts';

/** Minimum length of a side, mm. */
const MIN_SIDE_MM = 0.5;

type HandlePlace = { x: number; y: number };

/**
 * Length of a side after its end moved by `by`, mm. `handle`: 0 the start moves, 1 the end; with 0.5
 * the side stays. From the centre the other end moves as far the other way.
 */
const resizeSide = (length: number, handle: number, by: number, isCentred: boolean): number => {
  if (handle === 0.5) return length;
  const growth = (handle === 0 ? -by : by) * (isCentred ? 2 : 1);
  return Math.max(MIN_SIDE_MM, length + growth);
};

/** Start of a side after its length changed: the opposite end stays, or the centre does. */
const placeSide = (at: number, before: number, after: number, anchor: number): number =>
  at + (anchor === 0 ? before - after : anchor === 0.5 ? (before - after) / 2 : 0);

/**
 * Box after a handle was dragged by `by`, mm. Shift keeps the proportions, the larger change
 * applies; Alt resizes from the centre.
 */
export const computeResizedBox = (
  start: Box,
  handle: HandlePlace,
  by: Point,
  keys: Pick<ModifierKeys, 'shift' | 'alt'>,
): Box => {
  let widthMm = resizeSide(start.widthMm, handle.x, by.x, keys.alt);
  let heightMm = resizeSide(start.heightMm, handle.y, by.y, keys.alt);
  if (keys.shift && start.widthMm > 0 && start.heightMm > 0) {
    const [kx, ky] = [widthMm / start.widthMm, heightMm / start.heightMm];
    const k = handle.x === 0.5 ? ky : handle.y === 0.5 ? kx : Math.max(kx, ky);
    [widthMm, heightMm] = [start.widthMm * k, start.heightMm * k];
  }
  return {
    xMm: placeSide(start.xMm, start.widthMm, widthMm, keys.alt ? 0.5 : handle.x),
    yMm: placeSide(start.yMm, start.heightMm, heightMm, keys.alt ? 0.5 : handle.y),
    widthMm,
    heightMm,
  };
};

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
      const box = computeResizedBox(start, handle, by, keys);
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
