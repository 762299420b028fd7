import type { Designer } from '../designer.ts';
import { moveElementsBy } from '@yunbiao/designer/arrange';
import { computeBounds, type Box } from '@yunbiao/designer/box';
import { listMovableSelection } from '@yunbiao/designer/doc';
import { snapBox } from '@yunbiao/designer/snap';
import { duplicateSelectedElements } from './copy-chosen.ts';
import { clearLive, type Gesture, type Point, buildSnapTargets } from './gesture.ts';

/** Moves the selected elements. With Alt, moves copies of them. */
export const startMove = (designer: Designer, from: Point): Gesture => {
  const elements = listMovableSelection(designer.getDoc());
  const ids = elements.map(({ id }) => id);
  const start = computeBounds(elements);
  return {
    move: (at, held) => {
      if (!start) return;
      let [dx, dy] = [at.x - from.x, at.y - from.y];
      // Shift restricts the move to one axis.
      if (held.shift && Math.abs(dx) > Math.abs(dy)) dy = 0;
      else if (held.shift) dx = 0;
      const moved: Box = { ...start, xMm: start.xMm + dx, yMm: start.yMm + dy };
      const to = snapBox(moved, buildSnapTargets(designer, held.alt ? [] : ids, held));
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
    finish: () => {
      const live = designer.live.get();
      clearLive(designer);
      if (live?.kind !== 'move' || (live.dxMm === 0 && live.dyMm === 0)) return;
      const { dxMm, dyMm, isCopy } = live;
      if (isCopy) duplicateSelectedElements(designer, dxMm, dyMm);
      else designer.execute('移动', moveElementsBy(dxMm, dyMm));
    },
    cancel: () => clearLive(designer),
  };
};
