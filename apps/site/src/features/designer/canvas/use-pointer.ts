import { type PointerEvent, type RefObject, useMemo, useRef } from 'react';
import type { Designer } from '../designer.ts';
import { choose } from '../model/arrange.ts';
import { getMovable } from '../model/doc.ts';
import { pressed, startMarquee } from './choose-gesture.ts';
import { startDraw } from './draw-gesture.ts';
import type { Gesture, Held, Point } from './gesture.ts';
import { startGuide } from './guide-gesture.ts';
import { elementsAt, type HandleName } from './hit.ts';
import { startLine } from './line-gesture.ts';
import { startMove } from './move-gesture.ts';
import { startResize } from './resize-gesture.ts';
import { panned, toMm, zoomedTo } from './view.ts';

/** A hand trembles this much in a press, px. */
const STILL_PX = 3;
/** How near a pointer and a finger have to come, px. */
const REACH_PX = { mouse: 3, touch: 10 };

const readHeldKeys = (event: PointerEvent): Held => ({
  shift: event.shiftKey,
  alt: event.altKey,
  ctrl: event.ctrlKey || event.metaKey,
});

/** Under way: nothing until the pointer has really moved. */
type Drag = {
  gesture: Gesture;
  from: { x: number; y: number };
  hasMoved: boolean;
  onPress?: () => void;
  /** Behind the gesture, moved or not. */
  onEnd?: () => void;
};

type Pinch = { distance: number; middle: { x: number; y: number } };

const getPinch = (fingers: { x: number; y: number }[]): Pinch | null => {
  const [a, b] = fingers;
  if (!a || !b) return null;
  return {
    distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
  };
};

/** The label is pushed about: by the space bar, the middle button, or a finger on nothing. */
const startPan = (designer: Designer, from: { x: number; y: number }): Gesture => {
  const view = designer.view.get();
  // In px: the millimetres move with the view.
  const start = { x: from.x, y: from.y };
  return {
    move: (at) => {
      const now = designer.view.get();
      const px = { x: at.x * now.scale + now.xPx, y: at.y * now.scale + now.yPx };
      designer.look.set((look) => (look.isFitted ? { ...look, isFitted: false } : look));
      designer.view.set(panned(view, px.x - start.x, px.y - start.y));
    },
    end: () => undefined,
    cancel: () => designer.view.set(view),
  };
};

/** Which drag a press begins. */
const begin = (
  designer: Designer,
  event: PointerEvent,
  px: { x: number; y: number },
  isPanning: boolean,
  onTextDrawn: () => void,
): Omit<Drag, 'from' | 'hasMoved'> => {
  const at = toMm(designer.view.get(), px);
  const isTouch = event.pointerType === 'touch';
  if (isPanning || event.button === 1) return { gesture: startPan(designer, px) };
  const target = event.target instanceof Element ? event.target : null;
  const handle = target?.closest('[data-handle]')?.getAttribute('data-handle');
  if (handle) return { gesture: startResize(designer, at, handle as HandleName) };
  const line = target?.closest('[data-line]');
  if (line) {
    const axis = line.getAttribute('data-line') === 'rows' ? 'rows' : 'columns';
    return { gesture: startLine(designer, axis, Number(line.getAttribute('data-index'))) };
  }
  const guide = target?.closest('[data-guide]');
  if (guide) {
    const axis = guide.getAttribute('data-guide') === 'x' ? 'x' : 'y';
    return { gesture: startGuide(designer, axis, Number(guide.getAttribute('data-at'))) };
  }
  const tool = designer.tool.get();
  if (tool !== 'select') {
    const gesture = startDraw(designer, at, tool);
    return tool === 'text' ? { gesture, onEnd: onTextDrawn } : { gesture };
  }
  const reach = REACH_PX[isTouch ? 'touch' : 'mouse'] / designer.view.get().scale;
  const { template, chosen } = designer.doc();
  const under = elementsAt(template, at, reach);
  // With Ctrl the next one below what is chosen.
  const below = under[(under.findIndex(({ id }) => chosen.includes(id)) + 1) % under.length];
  const hit = event.ctrlKey || event.metaKey ? below : under[0];
  const ofChosen = under.find(({ id }) => chosen.includes(id));
  if (hit && ofChosen && !event.shiftKey && !event.ctrlKey && !event.metaKey)
    // What is chosen is dragged, even under something else; a press alone takes what is in front.
    return {
      gesture: startMove(designer, at),
      onPress: () => designer.act('选择', choose([hit.id])),
    };
  if (hit) {
    pressed(designer, hit.id, event.shiftKey);
    return getMovable(designer.doc()).length > 0
      ? { gesture: startMove(designer, at) }
      : { gesture: startMarquee(designer, at, true) };
  }
  if (!event.shiftKey) designer.act('选择', choose([]));
  return { gesture: isTouch ? startPan(designer, px) : startMarquee(designer, at, event.shiftKey) };
};

/** Pointer, finger and pen on the canvas. */
export const usePointer = (
  designer: Designer,
  stage: RefObject<HTMLElement | null>,
  /** The space bar is down. */
  isPanning: () => boolean,
  onTextDrawn: () => void,
) => {
  const state = useRef<{
    fingers: Map<number, { x: number; y: number }>;
    drag: Drag | null;
    pinch: Pinch | null;
  }>({ fingers: new Map(), drag: null, pinch: null });
  return useMemo(() => {
    const toPx = (event: PointerEvent): Point => {
      const box = stage.current?.getBoundingClientRect();
      return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
    };
    const cancel = (): void => {
      state.current.drag?.gesture.cancel();
      state.current.drag = null;
    };
    const end = (event: PointerEvent): void => {
      const { fingers, drag } = state.current;
      if (!fingers.delete(event.pointerId)) return;
      state.current.pinch = null;
      state.current.drag = null;
      if (!drag) return;
      if (!drag.hasMoved) drag.onPress?.();
      drag.gesture.end();
      drag.onEnd?.();
    };
    return {
      cancel,
      onPointerDown: (event: PointerEvent): void => {
        if (event.button > 1) return;
        const { fingers } = state.current;
        const px = toPx(event);
        stage.current?.setPointerCapture(event.pointerId);
        stage.current?.focus({ preventScroll: true });
        fingers.set(event.pointerId, px);
        if (fingers.size > 1) {
          cancel();
          state.current.pinch = getPinch([...fingers.values()]);
          return;
        }
        // Else the middle button scrolls, and a press on nothing selects the page's text.
        event.preventDefault();
        state.current.drag = {
          ...begin(designer, event, px, isPanning(), onTextDrawn),
          from: px,
          hasMoved: false,
        };
      },
      onPointerMove: (event: PointerEvent): void => {
        const { fingers, drag, pinch } = state.current;
        const px = toPx(event);
        if (!fingers.has(event.pointerId)) {
          if (event.pointerType !== 'mouse') return;
          const { view, hovered } = designer;
          const at = toMm(view.get(), px);
          const reach = REACH_PX.mouse / view.get().scale;
          hovered.set(elementsAt(designer.doc().template, at, reach)[0]?.id ?? null);
          return;
        }
        fingers.set(event.pointerId, px);
        if (pinch) {
          const next = getPinch([...fingers.values()]);
          if (!next) return;
          designer.look.set((look) => ({ ...look, isFitted: false }));
          designer.view.set((view) =>
            panned(
              zoomedTo(view, (view.scale * next.distance) / pinch.distance, pinch.middle),
              next.middle.x - pinch.middle.x,
              next.middle.y - pinch.middle.y,
            ),
          );
          state.current.pinch = next;
          return;
        }
        if (!drag) return;
        if (!drag.hasMoved && Math.hypot(px.x - drag.from.x, px.y - drag.from.y) < STILL_PX) return;
        drag.hasMoved = true;
        drag.gesture.move(toMm(designer.view.get(), px), readHeldKeys(event));
      },
      onPointerUp: end,
      onPointerCancel: (event: PointerEvent): void => {
        cancel();
        end(event);
      },
      onPointerLeave: () => designer.hovered.set(null),
    };
  }, [designer, stage, isPanning, onTextDrawn]);
};
