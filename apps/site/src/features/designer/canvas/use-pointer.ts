import { type PointerEvent, type RefObject, useMemo, useRef } from 'react';
import type { Designer } from '../designer.ts';
import {
  cancelDrag,
  type CanvasPoint,
  createPointerState,
  finishDrag,
  hoverElement,
  moveDrag,
  applyPinchToView,
  type PointerState,
  startPinch,
} from './pointer-state.ts';
import { openMenuAt } from './open-menu.ts';
import { HIT_TOLERANCE_PX, startPressGesture } from './start-drag.ts';

type Stage = RefObject<HTMLElement | null>;

const toCanvasPoint = (stage: Stage, event: PointerEvent): CanvasPoint => {
  const box = stage.current?.getBoundingClientRect();
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
};

/** Moves what the pointer drags or pinches. */
const handlePointerMove = (
  state: PointerState,
  designer: Designer,
  px: CanvasPoint,
  event: PointerEvent,
): void => {
  const { fingers, drag, pinch } = state;
  if (!fingers.has(event.pointerId)) {
    if (event.pointerType === 'mouse') hoverElement(designer, px);
    return;
  }
  fingers.set(event.pointerId, px);
  if (pinch) applyPinchToView(state, designer, pinch);
  else if (drag) moveDrag(drag, designer, px, event);
};

/** Time after which a finger that does not move opens the context menu, ms. */
const LONG_PRESS_MS = 500;

/** Opens the context menu when a finger stays where it is. */
const startLongPress = (
  state: PointerState,
  designer: Designer,
  stage: Stage,
  px: CanvasPoint,
): void => {
  const { drag } = state;
  setTimeout(() => {
    if (!drag || state.drag !== drag || drag.hasMoved) return;
    cancelDrag(state);
    openMenuAt(designer, stage.current, px, HIT_TOLERANCE_PX.touch);
  }, LONG_PRESS_MS);
};

/** Handles mouse, touch and pen on the canvas. */
export const useCanvasPointer = (
  designer: Designer,
  stage: Stage,
  /** Returns true while the space bar is down. */
  isPanning: () => boolean,
  onTextDrawn: () => void,
) => {
  const state = useRef(createPointerState());
  return useMemo(
    () => ({
      cancel: (): void => cancelDrag(state.current),
      onPointerDown: (event: PointerEvent): void => {
        if (event.button > 1) return;
        const { fingers } = state.current;
        const px = toCanvasPoint(stage, event);
        stage.current?.setPointerCapture(event.pointerId);
        stage.current?.focus({ preventScroll: true });
        fingers.set(event.pointerId, px);
        if (fingers.size > 1) return startPinch(state.current);
        // Otherwise the middle button would scroll, and a press on an empty area would select text
        // of the page.
        event.preventDefault();
        state.current.drag = {
          ...startPressGesture(designer, event, px, isPanning(), onTextDrawn),
          from: px,
          hasMoved: false,
        };
        if (event.pointerType === 'touch' && designer.tool.get() === 'select')
          startLongPress(state.current, designer, stage, px);
      },
      onPointerMove: (event: PointerEvent): void =>
        handlePointerMove(state.current, designer, toCanvasPoint(stage, event), event),
      onPointerUp: (event: PointerEvent): void => finishDrag(state.current, event.pointerId),
      onPointerCancel: (event: PointerEvent): void => {
        cancelDrag(state.current);
        finishDrag(state.current, event.pointerId);
      },
      onPointerLeave: () => designer.hovered.set(null),
    }),
    [designer, stage, isPanning, onTextDrawn],
  );
};
