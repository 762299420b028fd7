import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

const subscribeToPixelRatio = (listener: () => void): (() => void) => {
  // Zoom and moving to another screen change the ratio; both trigger a resize event.
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** Screen pixels per CSS px; 1 on the server. */
export const usePixelRatio = (): number =>
  useSyncExternalStore(
    subscribeToPixelRatio,
    () => window.devicePixelRatio || 1,
    () => 1,
  );

/** Width of an element, CSS px; `first` until it is measured. */
export const useMeasuredWidth = <T extends HTMLElement>(
  first: number,
): { ref: RefObject<T | null>; room: number; measured: boolean } => {
  const ref = useRef<T>(null);
  const [room, setRoom] = useState<number | null>(null);
  // Measure before the first paint to avoid layout shift.
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setRoom(element.clientWidth);
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, room: room ?? first, measured: room !== null };
};
