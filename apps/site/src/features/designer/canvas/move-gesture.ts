import type { Designer } from '../designer.ts';
import { moveBy } from '../model/arrange.ts';
import { aroundAll, type Box } from '../model/box.ts';
import { getMovable } from '../model/doc.ts';
import { snap } from '../model/snap.ts';
import { copyBeside } from './copies.ts';
import { clear, type Gesture, type Point, snapTo } from './gesture.ts';

/** Drags what is chosen; with Alt a copy of it. */
export const startMove = (designer: Designer, from: Point): Gesture => {
  const elements = getMovable(designer.doc());
  const ids = elements.map(({ id }) => id);
  const start = aroundAll(elements);
  return {
    move: (at, held) => {
      if (!start) return;
      let [dx, dy] = [at.x - from.x, at.y - from.y];
      // Shift keeps to one direction.
      if (held.shift && Math.abs(dx) > Math.abs(dy)) dy = 0;
      else if (held.shift) dx = 0;
      const moved: Box = { ...start, xMm: start.xMm + dx, yMm: start.yMm + dy };
      const to = snap(moved, snapTo(designer, held.alt ? [] : ids, held));
      designer.live.set({
        kind: 'move',
        ids,
        dxMm: held.shift && dx === 0 ? 0 : dx + to.dxMm,
        dyMm: held.shift && dy === 0 ? 0 : dy + to.dyMm,
        isCopy: held.alt,
        lines: to.lines,
        gaps: to.gaps,
      });
    },
    end: () => {
      const live = designer.live.get();
      clear(designer);
      if (live?.kind !== 'move' || (live.dxMm === 0 && live.dyMm === 0)) return;
      const { dxMm, dyMm, isCopy } = live;
      if (isCopy) copyBeside(designer, dxMm, dyMm);
      else designer.act('移动', moveBy(dxMm, dyMm));
    },
    cancel: () => clear(designer),
  };
};
