import type { PointerEvent } from 'react';
import type { Designer } from '../designer.ts';
import { selectElements } from '@yunbiao/designer/arrange';
import { listMovableSelection } from '@yunbiao/designer/doc';
import { selectElementOnPress, startMarquee } from './choose-gesture.ts';
import { startDraw } from './draw-gesture.ts';
import type { Gesture } from './gesture.ts';
import { startGuideDrag } from './guide-gesture.ts';
import { findElementsAt, type HandleName } from './hit-test.ts';
import { startTableLineDrag } from './line-gesture.ts';
import { startMove } from './move-gesture.ts';
import { startResize } from './resize-gesture.ts';
import { panViewBy, toMm } from './view.ts';

/** Tolerance for hitting an element, px. */
export const HIT_TOLERANCE_PX = { mouse: 3, touch: 10 };

/** Gesture of a press, and what else happens when it ends. */
export type PressGesture = {
  gesture: Gesture;
  /** Called when the pointer has not moved. */
  onPress?: () => void;
  /** Called after the gesture, whether it moved or not. */
  onEnd?: () => void;
};

/** Pans the view: by the space bar, the middle button, or one finger on an empty area. */
const startPan = (designer: Designer, from: { x: number; y: number }): Gesture => {
  const view = designer.view.get();
  // In px, because mm coordinates change with the view.
  const start = { x: from.x, y: from.y };
  return {
    move: (at) => {
      const currentView = designer.view.get();
      const px = {
        x: at.x * currentView.scale + currentView.xPx,
        y: at.y * currentView.scale + currentView.yPx,
      };
      designer.look.set((settings) =>
        settings.isFitted ? { ...settings, isFitted: false } : settings,
      );
      designer.view.set(panViewBy(view, px.x - start.x, px.y - start.y));
    },
    finish: () => undefined,
    cancel: () => designer.view.set(view),
  };
};

/** Chooses the gesture for a press. */
export const startPressGesture = (
  designer: Designer,
  event: PointerEvent,
  px: { x: number; y: number },
  isPanning: boolean,
  onTextDrawn: () => void,
): PressGesture => {
  const at = toMm(designer.view.get(), px);
  const isTouch = event.pointerType === 'touch';
  if (isPanning || event.button === 1) return { gesture: startPan(designer, px) };
  const target = event.target instanceof Element ? event.target : null;
  const handle = target?.closest('[data-handle]')?.getAttribute('data-handle');
  if (handle) return { gesture: startResize(designer, at, handle as HandleName) };
  const line = target?.closest('[data-line]');
  if (line) {
    const axis = line.getAttribute('data-line') === 'rows' ? 'rows' : 'columns';
    return { gesture: startTableLineDrag(designer, axis, Number(line.getAttribute('data-index'))) };
  }
  const guide = target?.closest('[data-guide]');
  if (guide) {
    const axis = guide.getAttribute('data-guide') === 'x' ? 'x' : 'y';
    return { gesture: startGuideDrag(designer, axis, Number(guide.getAttribute('data-at'))) };
  }
  const tool = designer.tool.get();
  if (tool !== 'select') {
    const gesture = startDraw(designer, at, tool);
    return tool === 'text' ? { gesture, onEnd: onTextDrawn } : { gesture };
  }
  const reach = HIT_TOLERANCE_PX[isTouch ? 'touch' : 'mouse'] / designer.view.get().scale;
  const { template, chosen } = designer.getDoc();
  const under = findElementsAt(template, at, reach);
  // Ctrl selects the next element below the selected one.
  const below = under[(under.findIndex(({ id }) => chosen.includes(id)) + 1) % under.length];
  const hit = event.ctrlKey || event.metaKey ? below : under[0];
  const ofChosen = under.find(({ id }) => chosen.includes(id));
  if (hit && ofChosen && !event.shiftKey && !event.ctrlKey && !event.metaKey)
    // A drag moves the selected element even when it is covered by another. A press without a drag
    // selects the front element.
    return {
      gesture: startMove(designer, at),
      onPress: () => designer.execute('选择', selectElements([hit.id])),
    };
  if (hit) {
    selectElementOnPress(designer, hit.id, event.shiftKey);
    return listMovableSelection(designer.getDoc()).length > 0
      ? { gesture: startMove(designer, at) }
      : { gesture: startMarquee(designer, at, true) };
  }
  if (!event.shiftKey) designer.execute('选择', selectElements([]));
  return { gesture: isTouch ? startPan(designer, px) : startMarquee(designer, at, event.shiftKey) };
};
