import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type Crop, moveCrop, type Point, type Shape, zoomCrop, getZoom } from './crop.ts';

/** Step of arrow keys as a share of the frame; ten times as much with Shift. */
const STEP = 0.01;
const KEY_ZOOM = 1.1;
/** Zoom factor per px of the wheel; one notch is about 100 px. */
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

/** Position of the frame on the stage, CSS px. */
export type Frame = { left: number; top: number; width: number; height: number };

type GestureOptions = { shape: Shape; frame: Frame; crop: Crop; onCrop: (crop: Crop) => void };

/** Options of the last render, with the crop that was set since. */
type Latest = RefObject<GestureOptions>;

/** Pointers that are down, at most two: id → position on the stage. */
type Pointers = Map<number, Point>;

const computeMidpoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const measureDistance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Position on the stage, CSS px. */
const getStagePosition = (
  stage: HTMLElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point => {
  const box = stage?.getBoundingClientRect();
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
};

const updateCrop = (latest: Latest, change: (now: GestureOptions) => Crop): void => {
  const crop = change(latest.current);
  // A second event can arrive before the next render.
  latest.current = { ...latest.current, crop };
  latest.current.onCrop(crop);
};

/** Moves the image by a distance on the stage, CSS px. */
const panImage = (latest: Latest, by: Point): void =>
  updateCrop(latest, ({ shape, frame, crop }) => {
    const scale = crop.width / frame.width;
    return moveCrop(shape, crop, { x: -by.x * scale, y: -by.y * scale });
  });

/** Enlarges the image around a position on the stage; around the middle by default. */
const zoomAt = (latest: Latest, factor: number, place?: Point): void =>
  updateCrop(latest, ({ shape, frame, crop }) => {
    const at = place && {
      x: (place.x - frame.left) / frame.width,
      y: (place.y - frame.top) / frame.height,
    };
    return zoomCrop(shape, crop, getZoom(shape, crop) * factor, at);
  });

/** Moves a pointer: one pans, two pan and zoom. */
const panOrPinchByPointer = (
  latest: Latest,
  pointers: Pointers,
  id: number,
  position: Point,
): void => {
  const positionBefore = pointers.get(id);
  if (!positionBefore) return;
  const [otherPoint] = [...pointers]
    .filter(([otherId]) => otherId !== id)
    .map(([, place]) => place);
  pointers.set(id, position);
  if (!otherPoint)
    return panImage(latest, { x: position.x - positionBefore.x, y: position.y - positionBefore.y });
  const [midpointBefore, is] = [
    computeMidpoint(positionBefore, otherPoint),
    computeMidpoint(position, otherPoint),
  ];
  panImage(latest, { x: is.x - midpointBefore.x, y: is.y - midpointBefore.y });
  const gap = measureDistance(positionBefore, otherPoint);
  if (gap > 0) zoomAt(latest, measureDistance(position, otherPoint) / gap, is);
};

const panOrZoomByKey = (latest: Latest, event: KeyboardEvent): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  const factor = ZOOMS[event.key];
  if (!arrow && factor === undefined) return;
  event.preventDefault();
  if (factor !== undefined) return zoomAt(latest, factor);
  const step = latest.current.frame.width * STEP * (event.shiftKey ? 10 : 1);
  // Arrows move the frame, so the image moves in the opposite direction.
  if (arrow) panImage(latest, { x: -arrow.x * step, y: -arrow.y * step });
};

const useWheelZoom = (stage: RefObject<HTMLElement | null>, latest: Latest): void => {
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    // Prevents page scrolling, which requires a non-passive listener.
    const zoomByWheel = (event: WheelEvent): void => {
      event.preventDefault();
      zoomAt(latest, WHEEL_ZOOM ** -event.deltaY, getStagePosition(element, event));
    };
    element.addEventListener('wheel', zoomByWheel, { passive: false });
    return () => element.removeEventListener('wheel', zoomByWheel);
  }, [stage, latest]);
};

/** Mouse, touch, wheel and key handling of the stage. */
export const useGestures = (stage: RefObject<HTMLElement | null>, options: GestureOptions) => {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const pointers = useRef<Pointers>(new Map());
  useWheelZoom(stage, latest);
  const releasePointer = ({ pointerId }: PointerEvent): void =>
    void pointers.current.delete(pointerId);
  return {
    props: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // Only the first two fingers count.
        if (pointers.current.size >= 2) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, getStagePosition(stage.current, event));
      },
      onPointerMove: (event: PointerEvent) => {
        if (pointers.current.has(event.pointerId))
          panOrPinchByPointer(
            latest,
            pointers.current,
            event.pointerId,
            getStagePosition(stage.current, event),
          );
      },
      onPointerUp: releasePointer,
      onPointerCancel: releasePointer,
      onLostPointerCapture: releasePointer,
      onKeyDown: (event: KeyboardEvent) => panOrZoomByKey(latest, event),
    },
  };
};
