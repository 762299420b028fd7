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
    move: (at, keys) => {
      if (!start) return;
      let [dx, dy] = [at.x - from.x, at.y - from.y];
      // Shift restricts the move to one axis.
      if (keys.shift && Math.abs(dx) > Math.abs(dy)) dy = 0;
      else if (keys.shift) dx = 0;
      const movedBox: Box = { ...start, xMm: start.xMm + dx, yMm: start.yMm + dy };
      const to = snapBox(movedBox, buildSnapTargets(designer, keys.alt ? [] : ids, keys));
      designer.live.set({
        kind: 'move',
        ids,
        dxMm: keys.shift && dx === 0 ? 0 : dx + to.dxMm,
        dyMm: keys.shift && dy === 0 ? 0 : dy + to.dyMm,
        isCopy: keys.alt,
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
