import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { chosenBy, moved } from './model/frames.ts';
import type { Studio } from './studio.ts';

/** Width of a frame and the gap behind it, px; the style sheet has the same. */
export const PITCH = 108;

/** How far a mouse moves before it drags, px. */
const SLACK = 6;
/** How long a finger rests on a frame before it takes it up, ms; one that moves sooner scrolls the row. */
const HOLD_MS = 350;
/** This near to an end of the row, px, a drag scrolls it by as much with every move. */
const EDGE = 28;
const SCROLL = 14;

type Begun = { x: number; id: number; isTaken: boolean };

/** Frames moved by dragging: with a mouse at once, with a finger after it has rested on one. */
export const useFrameDrag = (studio: Studio, box: RefObject<HTMLUListElement | null>) => {
  const [target, setTarget] = useState<number | null>(null);
  const begun = useRef<Begun | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const element = box.current;
    // A finger that has taken a frame up scrolls no more; only a listener that is not passive can say so.
    const hold = (event: TouchEvent): void => {
      if (begun.current?.isTaken) event.preventDefault();
    };
    element?.addEventListener('touchmove', hold, { passive: false });
    return () => {
      clearTimeout(timer.current);
      element?.removeEventListener('touchmove', hold);
    };
  }, [box]);

  const placeAt = (clientX: number): number => {
    const element = box.current;
    if (!element) return 0;
    const x = clientX - element.getBoundingClientRect().left + element.scrollLeft;
    return Math.max(0, Math.min(studio.list.frames.length, Math.round(x / PITCH)));
  };
  const take = (drag: Begun, pointerId: number): void => {
    drag.isTaken = true;
    box.current?.setPointerCapture(pointerId);
    if (!studio.list.chosen.has(drag.id)) studio.choose((list) => chosenBy(list, drag.id, 'only'));
    setTarget(placeAt(drag.x));
  };
  const end = (): void => {
    clearTimeout(timer.current);
    begun.current = null;
    setTarget(null);
  };
  const scrollAtEdge = (clientX: number): void => {
    const element = box.current;
    if (!element) return;
    const { left, right } = element.getBoundingClientRect();
    if (clientX < left + EDGE) element.scrollBy({ left: -SCROLL });
    if (clientX > right - EDGE) element.scrollBy({ left: SCROLL });
  };

  return {
    /** Before which place what is dragged would be put; null while nothing is. */
    target,
    onDown: (event: PointerEvent, id: number): void => {
      if (event.button !== 0) return;
      const drag = { x: event.clientX, id, isTaken: false };
      begun.current = drag;
      if (event.pointerType !== 'touch') return;
      clearTimeout(timer.current);
      const { pointerId } = event;
      timer.current = setTimeout(() => {
        if (begun.current === drag) take(drag, pointerId);
      }, HOLD_MS);
    },
    onMove: (event: PointerEvent): void => {
      const drag = begun.current;
      if (!drag) return;
      if (!drag.isTaken) {
        if (Math.abs(event.clientX - drag.x) < SLACK) return;
        // A finger that moves before it has rested scrolls.
        if (event.pointerType === 'touch') return end();
        take(drag, event.pointerId);
      }
      scrollAtEdge(event.clientX);
      setTarget(placeAt(event.clientX));
    },
    onUp: (event: PointerEvent): void => {
      const wasTaken = begun.current?.isTaken === true;
      end();
      if (wasTaken) studio.change((list) => moved(list, placeAt(event.clientX)));
    },
    onLost: end,
  };
};
