import type { Designer } from '../designer.ts';
import { changeLabel } from '@yunbiao/designer/edit';
import { snapEdge } from '@yunbiao/designer/snap';
import { clearLive, type Gesture, buildSnapTargets } from './gesture.ts';

const GUIDE_KEYS = { x: 'xMm', y: 'yMm' } as const;

/**
 * Creates or moves a guide. Dropping it on the ruler removes it. `from`: its previous position,
 * null for a new guide.
 */
export const startGuideDrag = (
  designer: Designer,
  axis: 'x' | 'y',
  from: number | null,
): Gesture => ({
  move: (at, keys) => {
    const positionMm = axis === 'x' ? at.x : at.y;
    const to = buildSnapTargets(designer, [], keys);
    const guides = { xMm: [], yMm: [] };
    const snapResult = snapEdge(positionMm, axis, { low: 0, high: 0 }, { ...to, guides });
    designer.live.set({ kind: 'guide', axis, from, at: positionMm + snapResult.delta });
  },
  finish: () => {
    const live = designer.live.get();
    clearLive(designer);
    if (live?.kind !== 'guide') return;
    const { template } = designer.getDoc();
    const guides = template.guides ?? { xMm: [], yMm: [] };
    const otherGuides = guides[GUIDE_KEYS[axis]].filter((at) => at !== from);
    const size = axis === 'x' ? template.widthMm : template.heightMm;
    const at = Math.round(live.at * 100) / 100;
    const isOn = at >= 0 && at <= size && !otherGuides.includes(at);
    const next = {
      ...guides,
      [GUIDE_KEYS[axis]]: isOn ? [...otherGuides, at].sort((a, b) => a - b) : otherGuides,
    };
    designer.execute('参考线', changeLabel({ guides: next }));
  },
  cancel: () => clearLive(designer),
});
