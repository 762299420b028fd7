import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type Crop, moved, type Point, type Shape, zoomedTo, getZoom } from './crop.ts';

/** A key moves by this share of the frame, with Shift by ten times as much. */
const STEP = 0.01;
const KEY_ZOOM = 1.1;
/** A wheel's notch is about 100 px. */
const WHEEL_ZOOM = 1.002;

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const ZOOMS: Readonly<Record<string, number>> = {
  '+': KEY_ZOOM,
  '=': KEY_ZOOM,
  '-': 1 / KEY_ZOOM,
  _: 1 / KEY_ZOOM,
};

/** The frame on the stage, CSS px. */
export type Frame = { left: number; top: number; width: number; height: number };

type Given = { shape: Shape; frame: Frame; crop: Crop; onCrop: (crop: Crop) => void };

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Mouse, fingers, wheel and keys over the stage: the picture follows what takes hold of it. */
export const useGestures = (stage: RefObject<HTMLElement | null>, given: Given) => {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const pointers = useRef(new Map<number, Point>());

  /** In CSS px of the stage. */
  const getPlace = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  const apply = (change: (now: Given) => Crop): void => {
    const crop = change(latest.current);
    // Two events may come before the next drawing.
    latest.current = { ...latest.current, crop };
    latest.current.onCrop(crop);
  };
  const pan = (by: Point): void =>
    apply(({ shape, frame, crop }) => {
      const scale = crop.width / frame.width;
      return moved(shape, crop, { x: -by.x * scale, y: -by.y * scale });
    });
  const zoomBy = (factor: number, place?: Point): void =>
    apply(({ shape, frame, crop }) => {
      const at = place && {
        x: (place.x - frame.left) / frame.width,
        y: (place.y - frame.top) / frame.height,
      };
      return zoomedTo(shape, crop, getZoom(shape, crop) * factor, at);
    });
  const zoom = useRef(zoomBy);
  useEffect(() => {
    zoom.current = zoomBy;
  });

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    // The page behind must not scroll: only a listener that is not passive may say so.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const place = { x: event.clientX - box.left, y: event.clientY - box.top };
      zoom.current(WHEEL_ZOOM ** -event.deltaY, place);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stage]);

  const onPointerMove = (event: PointerEvent): void => {
    const held = pointers.current;
    const before = held.get(event.pointerId);
    if (!before) return;
    const now = getPlace(event);
    const [other] = [...held].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    held.set(event.pointerId, now);
    if (!other) return pan({ x: now.x - before.x, y: now.y - before.y });
    const [was, is] = [between(before, other), between(now, other)];
    pan({ x: is.x - was.x, y: is.y - was.y });
    const gap = apart(before, other);
    if (gap > 0) zoomBy(apart(now, other) / gap, is);
  };
  const letGo = ({ pointerId }: PointerEvent): void => void pointers.current.delete(pointerId);
  return {
    zoomBy,
    props: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // Of more than two fingers the first two count.
        if (pointers.current.size >= 2) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, getPlace(event));
      },
      onPointerMove,
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onLostPointerCapture: letGo,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const arrow = ARROWS[event.key];
        const factor = ZOOMS[event.key];
        if (!arrow && factor === undefined) return;
        event.preventDefault();
        if (factor !== undefined) return zoomBy(factor);
        const step = latest.current.frame.width * STEP * (event.shiftKey ? 10 : 1);
        // The frame goes where the arrow points; the picture the other way.
        if (arrow) pan({ x: -arrow.x * step, y: -arrow.y * step });
      },
    },
  };
};
