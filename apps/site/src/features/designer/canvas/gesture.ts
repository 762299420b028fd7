import { getDotsPerMm } from '../../../kit/printing/print-media.ts';
import type { Designer } from '../designer.ts';
import type { SnapTo } from '../model/snap.ts';

/** A point of the label, mm. */
export type Point = { x: number; y: number };

/** What is held down while dragging. */
export type Held = { shift: boolean; alt: boolean; ctrl: boolean };

/** A drag under way. `end` does what was shown; `cancel` leaves all as it was. */
export type Gesture = {
  move: (at: Point, held: Held) => void;
  end: () => void;
  cancel: () => void;
};

/** Level within this on the screen, px. */
const REACH_PX = 6;

/** What a drag of these elements may snap to; nothing at all while Ctrl is held. */
export const snapTo = (designer: Designer, ids: readonly string[], held: Held): SnapTo => {
  const { template } = designer.doc();
  const { snapsToDots, snapsToElements, dpi } = designer.look.get();
  const isFree = held.ctrl;
  return {
    label: template,
    others:
      snapsToElements && !isFree
        ? template.elements.filter(({ id, hidden }) => !hidden && !ids.includes(id))
        : [],
    guides: template.guides ?? { xMm: [], yMm: [] },
    reachMm: isFree ? 0 : REACH_PX / designer.view.get().scale,
    dotsPerMm: snapsToDots && !isFree ? getDotsPerMm(dpi) : 0,
  };
};

export const clear = (designer: Designer): void => designer.live.set(null);
