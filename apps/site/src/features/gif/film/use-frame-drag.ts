import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { selectFrame, moveSelectedFrames } from '../model/frames.ts';
import type { Studio } from '../studio.ts';

/** Width of a frame including the gap after it, px. Must match the style sheet. */
export const FRAME_PITCH_PX = 108;

/** Distance a mouse moves before dragging starts, px. */
const DRAG_THRESHOLD_PX = 6;
/**
 * Time a finger must rest on a frame before it is picked up, ms. Moving earlier scrolls the strip.
 */
const HOLD_MS = 350;
/**
 * Distance from an end of the strip at which dragging scrolls it, and the scroll step per move, px.
 */
const SCROLL_ZONE_PX = 28;
const SCROLL_STEP_PX = 14;

type DragStart = { x: number; id: number; isLifted: boolean };

/** The timer of a long press. Leaving the page stops it. */
const useHoldTimer = () => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stopTimer = (): void => clearTimeout(timer.current);
  const startTimer = (onHeld: () => void): void => {
    stopTimer();
    timer.current = setTimeout(onHeld, HOLD_MS);
  };
  return { start: startTimer, stop: stopTimer };
};

/** Keeps the strip from scrolling under the finger while a frame is lifted. */
const useScrollLock = (
  box: RefObject<HTMLUListElement | null>,
  dragStart: RefObject<DragStart | null>,
): void => {
  useEffect(() => {
    const element = box.current;
    const preventScroll = (event: TouchEvent): void => {
      if (dragStart.current?.isLifted) event.preventDefault();
    };
    // Only a non-passive listener can prevent scrolling.
    element?.addEventListener('touchmove', preventScroll, { passive: false });
    return () => element?.removeEventListener('touchmove', preventScroll);
  }, [box, dragStart]);
};

/** Finds the gap between `count` frames that is nearest to a position on the screen. */
const findDropIndex = (strip: HTMLElement | null, clientX: number, count: number): number => {
  if (!strip) return 0;
  const x = clientX - strip.getBoundingClientRect().left + strip.scrollLeft;
  return Math.max(0, Math.min(count, Math.round(x / FRAME_PITCH_PX)));
};

const scrollAtEdge = (strip: HTMLElement | null, clientX: number): void => {
  if (!strip) return;
  const { left, right } = strip.getBoundingClientRect();
  if (clientX < left + SCROLL_ZONE_PX) strip.scrollBy({ left: -SCROLL_STEP_PX });
  if (clientX > right - SCROLL_ZONE_PX) strip.scrollBy({ left: SCROLL_STEP_PX });
};

/** Moves frames by dragging: immediately with a mouse, after a long press with a finger. */
// oxlint-disable-next-line house/function-length -- one gesture: its events share the drag and the hold timer
export const useFrameDrag = (studio: Studio, box: RefObject<HTMLUListElement | null>) => {
  const [target, setTarget] = useState<number | null>(null);
  const dragStart = useRef<DragStart | null>(null);
  const holdTimer = useHoldTimer();
  useScrollLock(box, dragStart);

  const findDropPlaceAt = (clientX: number): number =>
    findDropIndex(box.current, clientX, studio.list.frames.length);
  const liftFrame = (drag: DragStart, pointerId: number): void => {
    drag.isLifted = true;
    box.current?.setPointerCapture(pointerId);
    if (!studio.list.chosen.has(drag.id))
      studio.choose((list) => selectFrame(list, drag.id, 'only'));
    setTarget(findDropPlaceAt(drag.x));
  };
  const stopDrag = (): void => {
    holdTimer.stop();
    dragStart.current = null;
    setTarget(null);
  };

  return {
    /** Index before which the dragged frames would be inserted; null when not dragging. */
    target,
    onDown: (event: PointerEvent, id: number): void => {
      if (event.button !== 0) return;
      const drag = { x: event.clientX, id, isLifted: false };
      dragStart.current = drag;
      if (event.pointerType !== 'touch') return;
      const { pointerId } = event;
      holdTimer.start(() => {
        if (dragStart.current === drag) liftFrame(drag, pointerId);
      });
    },
    onMove: (event: PointerEvent): void => {
      const drag = dragStart.current;
      if (!drag) return;
      if (!drag.isLifted) {
        if (Math.abs(event.clientX - drag.x) < DRAG_THRESHOLD_PX) return;
        // A finger that moves before the long press scrolls.
        if (event.pointerType === 'touch') return stopDrag();
        liftFrame(drag, event.pointerId);
      }
      scrollAtEdge(box.current, event.clientX);
      setTarget(findDropPlaceAt(event.clientX));
    },
    onUp: (event: PointerEvent): void => {
      const wasTaken = dragStart.current?.isLifted === true;
      stopDrag();
      if (wasTaken)
        studio.change((list) => moveSelectedFrames(list, findDropPlaceAt(event.clientX)));
    },
    onLost: stopDrag,
  };
};
