import { toast } from '@yunbiao/ui/toast.ts';
import type { Designer, Tool } from '../designer.ts';
import { add } from '../model/arrange.ts';
import { between, type Box } from '../model/box.ts';
import { addField } from '../model/edit.ts';
import { boxFor, make } from '../model/make.ts';
import { snapEdge } from '../model/snap.ts';
import { FULL } from './copies.ts';
import { clear, type Gesture, type Point, snapTo } from './gesture.ts';

type Drawn = Exclude<Tool, 'select'>;

/** Draws the box of a new element. */
export const startDraw = (designer: Designer, from: Point, tool: Drawn): Gesture => {
  designer.live.set({ kind: 'draw', tool, box: between(from, from), lines: [] });
  return {
    move: (at, held) => {
      const to = snapTo(designer, [], held);
      const across = { low: from.y, high: at.y };
      const x = snapEdge(at.x, 'x', across, to);
      const y = snapEdge(at.y, 'y', { low: from.x, high: at.x }, to);
      const end = { x: at.x + x.delta, y: at.y + y.delta };
      designer.live.set({
        kind: 'draw',
        tool,
        box: between(from, end),
        lines: [...x.lines, ...y.lines],
      });
    },
    end: () => {
      const live = designer.live.get();
      clear(designer);
      if (live?.kind !== 'draw') return;
      addNew(designer, tool, boxFor(tool, live.box));
      designer.tool.set('select');
    },
    cancel: () => clear(designer),
  };
};

/** A new element in a box, with the field it brings: one step of the history. */
export const addNew = (designer: Designer, kind: Drawn, box: Box): void => {
  const before = designer.doc();
  const { element, field } = make(kind, box, before.template);
  designer.act('添加', (doc) => {
    const added = add([element])(doc);
    return added === doc || !field ? added : addField(field)(added);
  });
  if (designer.doc() === before) toast.error(FULL);
};
