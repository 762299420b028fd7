import { isElementHidden } from '@yunbiao/label/groups';
import { getDotsPerMm } from '../../../kit/printing/print-media.ts';
import type { Designer } from '../designer.ts';
import type { SnapTargets } from '@yunbiao/designer/snap';

/** Point on the label, mm. */
export type Point = { x: number; y: number };

/** Modifier keys held while dragging. */
export type ModifierKeys = { shift: boolean; alt: boolean; ctrl: boolean };

/** A drag in progress. `finish` applies the shown change; `cancel` discards it. */
export type Gesture = {
  move: (at: Point, keys: ModifierKeys) => void;
  finish: () => void;
  cancel: () => void;
};

/** Snapping distance on the screen, px. */
const SNAP_DISTANCE_PX = 6;

/** Snap targets for dragging these elements. Ctrl disables snapping. */
export const buildSnapTargets = (
  designer: Designer,
  ids: readonly string[],
  keys: ModifierKeys,
): SnapTargets => {
  const { template } = designer.getDoc();
  const { snapsToDots, snapsToElements, dpi } = designer.look.get();
  const isFree = keys.ctrl;
  return {
    label: template,
    others:
      snapsToElements && !isFree
        ? template.elements.filter(
            (element) => !isElementHidden(template, element) && !ids.includes(element.id),
          )
        : [],
    guides: template.guides ?? { xMm: [], yMm: [] },
    reachMm: isFree ? 0 : SNAP_DISTANCE_PX / designer.view.get().scale,
    dotsPerMm: snapsToDots && !isFree ? getDotsPerMm(dpi) : 0,
  };
};

export const clearLive = (designer: Designer): void => designer.live.set(null);
