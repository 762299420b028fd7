import { useStore } from '@yunbiao/ui/store.ts';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDesigner, type View } from '../designer.ts';
import { fitView, keepLabelInView, type Size } from './view.ts';

/** Returns the size of the canvas. */
const useCanvasSize = (stage: RefObject<HTMLElement | null>): Size => {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setRoom({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  return room;
};

/** What a fitted view was computed for, that view, and the one shown while panels are open. */
type Fitted = { key: string; view: View; shown: View };

/**
 * Fits the label into the canvas until the member zooms or pans, and returns the size of the canvas.
 * The label is fitted again for another size of label, resolution or width of the window; panels
 * that open only move it out of their way, and back when they close.
 */
export const useFittedView = (stage: RefObject<HTMLElement | null>): Size => {
  const designer = useDesigner();
  const room = useCanvasSize(stage);
  const fittedView = useRef<Fitted | null>(null);
  const { isFitted, dpi } = useStore(designer.look);
  const widthMm = useStore(designer.history, ({ now }) => now.template.widthMm);
  const heightMm = useStore(designer.history, ({ now }) => now.template.heightMm);
  // Runs before the first paint with a size, so that the label does not visibly move.
  useLayoutEffect(() => {
    if (!isFitted) fittedView.current = null;
    if (!isFitted || room.width === 0) return;
    const label = { widthMm, heightMm };
    const key = [widthMm, heightMm, dpi, innerWidth].join(' ');
    const lastFit = fittedView.current?.key === key ? fittedView.current : null;
    const now = designer.view.get();
    // Another view than the last shown one is what 适合窗口 has set.
    const view = !lastFit ? fitView(label, room, dpi) : now === lastFit.shown ? lastFit.view : now;
    const shownView = keepLabelInView(view, label, room, dpi);
    fittedView.current = { key, view, shown: shownView };
    designer.view.set(shownView);
  }, [designer, isFitted, room, widthMm, heightMm, dpi]);
  return room;
};
