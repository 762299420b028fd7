import type { Designer } from '../designer.ts';
import { changeLabel } from '../model/edit.ts';
import { snapEdge } from '../model/snap.ts';
import { clear, type Gesture, snapTo } from './gesture.ts';

const getAxis = { x: 'xMm', y: 'yMm' } as const;

/** A guide pulled out of a ruler, or moved; back on the ruler it is gone. `from`: where it was. */
export const startGuide = (designer: Designer, axis: 'x' | 'y', from: number | null): Gesture => ({
  move: (at, held) => {
    const where = axis === 'x' ? at.x : at.y;
    const to = snapTo(designer, [], held);
    const guides = { xMm: [], yMm: [] };
    const found = snapEdge(where, axis, { low: 0, high: 0 }, { ...to, guides });
    designer.live.set({ kind: 'guide', axis, from, at: where + found.delta });
  },
  end: () => {
    const live = designer.live.get();
    clear(designer);
    if (live?.kind !== 'guide') return;
    const { template } = designer.doc();
    const guides = template.guides ?? { xMm: [], yMm: [] };
    const kept = guides[getAxis[axis]].filter((at) => at !== from);
    const size = axis === 'x' ? template.widthMm : template.heightMm;
    const at = Math.round(live.at * 100) / 100;
    const isOn = at >= 0 && at <= size && !kept.includes(at);
    const next = { ...guides, [getAxis[axis]]: isOn ? [...kept, at].sort((a, b) => a - b) : kept };
    designer.act('参考线', changeLabel({ guides: next }));
  },
  cancel: () => clear(designer),
});
