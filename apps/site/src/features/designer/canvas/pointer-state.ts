import type { PointerEvent } from 'react';
import type { Designer } from '../designer.ts';
import type { ModifierKeys } from './gesture.ts';
import { findElementsAt } from './hit-test.ts';
import { HIT_TOLERANCE_PX, type PressGesture } from './start-drag.ts';
import { panViewBy, toMm, zoomViewTo } from './view.ts';

/** Movements below this distance still count as a press, px. */
const PRESS_TOLERANCE_PX = 3;

/** Point on the canvas, px. */
export type CanvasPoint = { x: number; y: number };

/** A drag in progress. It has no effect until the pointer has moved. */
type Drag = PressGesture & { from: CanvasPoint; hasMoved: boolean };

type Pinch = { distance: number; middle: CanvasPoint };

/** Pointers that are down, by their ids, and what they do: one drags, two pinch. */
export type PointerState = {
  fingers: Map<number, CanvasPoint>;
  drag: Drag | null;
  pinch: Pinch | null;
};

export const createPointerState = (): PointerState => ({
  fingers: new Map(),
  drag: null,
  pinch: null,
});

const readHeldKeys = (event: PointerEvent): ModifierKeys => ({
  shift: event.shiftKey,
  alt: event.altKey,
  ctrl: event.ctrlKey || event.metaKey,
});

const measurePinch = ([a, b]: CanvasPoint[]): Pinch | null => {
  if (!a || !b) return null;
  return {
    distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  };
};

/** Discards the change that the drag shows. */
export const cancelDrag = (state: PointerState): void => {
  state.drag?.gesture.cancel();
  state.drag = null;
};

/** Starts to pan and zoom with two fingers, in place of a drag with one. */
export const startPinch = (state: PointerState): void => {
  cancelDrag(state);
  state.pinch = measurePinch([...state.fingers.values()]);
};

/** Zooms by the distance of the fingers and pans with their middle. */
export const applyPinchToView = (state: PointerState, designer: Designer, pinch: Pinch): void => {
  const next = measurePinch([...state.fingers.values()]);
  if (!next) return;
  designer.look.set((settings) => ({ ...settings, isFitted: false }));
  designer.view.set((view) =>
    panViewBy(
      zoomViewTo(view, (view.scale * next.distance) / pinch.distance, pinch.middle),
      next.middle.x - pinch.middle.x,
      next.middle.y - pinch.middle.y,
    ),
  );
  state.pinch = next;
};

/** Moves the dragged elements, once the pointer is far enough from the press. */
export const moveDrag = (
  drag: Drag,
  designer: Designer,
  px: CanvasPoint,
  event: PointerEvent,
): void => {
  const distance = Math.hypot(px.x - drag.from.x, px.y - drag.from.y);
  if (!drag.hasMoved && distance < PRESS_TOLERANCE_PX) return;
  drag.hasMoved = true;
  drag.gesture.move(toMm(designer.view.get(), px), readHeldKeys(event));
};

/** A pointer was lifted: ends the pinch or the drag. A drag that did not move is a press. */
export const finishDrag = (state: PointerState, pointerId: number): void => {
  const { fingers, drag } = state;
  if (!fingers.delete(pointerId)) return;
  state.pinch = null;
  state.drag = null;
  if (!drag) return;
  if (!drag.hasMoved) drag.onPress?.();
  drag.gesture.finish();
  drag.onEnd?.();
};

/** Marks the element under a mouse that is not pressed. */
export const hoverElement = (
  { view, hovered, unprinted, getDoc }: Designer,
  px: CanvasPoint,
): void => {
  const at = toMm(view.get(), px);
  const reach = HIT_TOLERANCE_PX.mouse / view.get().scale;
  const front = findElementsAt(getDoc().template, at, reach).find(
    ({ id }) => !unprinted.get().has(id),
  );
  hovered.set(front?.id ?? null);
};
