import type { TemplateElement } from '@yunbiao/label';
import type { PointerEvent } from 'react';
import type { Designer } from '../designer.ts';
import { selectElements } from '@yunbiao/designer/arrange';
import { applyStyleTo } from '../apply-style.ts';
import { selectElementOnPress, startMarquee } from './choose-gesture.ts';
import { startDraw, TYPED_TOOLS } from './draw-gesture.ts';
import type { Gesture, Point } from './gesture.ts';
import {
  chooseGesture,
  type DragKind,
  type InHand,
  type Modifier,
  type PressAct,
  type Under,
} from './gesture-table.ts';
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

const NO_DRAG: Gesture = {
  move: () => undefined,
  finish: () => undefined,
  cancel: () => undefined,
};

const getModifier = (event: PointerEvent): Modifier => {
  if (event.shiftKey) return 'shift';
  if (event.ctrlKey || event.metaKey) return 'ctrl';
  return event.altKey ? 'alt' : 'none';
};

const getInHand = (designer: Designer): InHand => {
  if (designer.style.get()) return 'style';
  return designer.tool.get() === 'select' ? 'arrow' : 'drawing';
};

/** Resize handle, table line or guide line under the pointer, in this order of precedence. */
const findGrip = (event: PointerEvent): { under: Under; grip: Element } | null => {
  const target = event.target instanceof Element ? event.target : null;
  for (const under of ['handle', 'line', 'guide'] as const) {
    const grip = target?.closest(`[data-${under}]`);
    if (grip) return { under, grip };
  }
  return null;
};

/** A press on the canvas: where it is and what it hits. */
type Press = {
  designer: Designer;
  at: Point;
  px: { x: number; y: number };
  isTouch: boolean;
  isMore: boolean;
  grip: Element | null;
  /** Elements at the point, front to back. */
  elements: readonly TemplateElement[];
};

const startTableLine = (designer: Designer, grip: Element): Gesture =>
  startTableLineDrag(
    designer,
    grip.getAttribute('data-line') === 'rows' ? 'rows' : 'columns',
    Number(grip.getAttribute('data-index')),
  );

const startGuide = (designer: Designer, grip: Element): Gesture =>
  startGuideDrag(
    designer,
    grip.getAttribute('data-guide') === 'x' ? 'x' : 'y',
    Number(grip.getAttribute('data-at')),
  );

const startChosenDrag = (drag: DragKind, press: Press): Gesture => {
  const { designer, at, px, grip } = press;
  const tool = designer.tool.get();
  switch (drag) {
    case 'none':
      return NO_DRAG;
    case 'draw':
      return tool === 'select' ? NO_DRAG : startDraw(designer, at, tool);
    case 'resize':
      return startResize(designer, at, (grip?.getAttribute('data-handle') ?? 'se') as HandleName);
    case 'line':
      return grip ? startTableLine(designer, grip) : NO_DRAG;
    case 'guide':
      return grip ? startGuide(designer, grip) : NO_DRAG;
    case 'move':
      return startMove(designer, at);
    case 'marquee':
      return press.isTouch ? startPan(designer, px) : startMarquee(designer, at, press.isMore);
  }
};

/** Id of the element that a press selects, adds or removes. */
const findTargetId = (pressAct: PressAct, { designer, elements }: Press): string | undefined => {
  const { chosen } = designer.getDoc();
  const at = elements.findIndex(({ id }) => chosen.includes(id));
  if (pressAct === 'toggle' && at >= 0) return elements[at]?.id;
  return (pressAct === 'below' ? elements[(at + 1) % elements.length] : elements[0])?.id;
};

const applyPressAct = (pressAct: PressAct, press: Press): void => {
  const { designer } = press;
  if (pressAct === 'none') return;
  if (pressAct === 'clear') return designer.execute('选择', selectElements([]));
  if (pressAct === 'drop-style') return designer.style.set(null);
  const id = findTargetId(pressAct, press);
  if (id === undefined) return;
  if (pressAct === 'apply-style') applyStyleTo(designer, id);
  else if (pressAct === 'add' || pressAct === 'toggle') selectElementOnPress(designer, id, true);
  else designer.execute('选择', selectElements([id]));
};

/** Chooses the gesture for a press. */
export const startPressGesture = (
  designer: Designer,
  event: PointerEvent,
  px: { x: number; y: number },
  isPanning: boolean,
  onTextDrawn: () => void,
): PressGesture => {
  if (isPanning || event.button === 1) return { gesture: startPan(designer, px) };
  const at = toMm(designer.view.get(), px);
  const isTouch = event.pointerType === 'touch';
  const hand = getInHand(designer);
  const grip = hand === 'arrow' ? findGrip(event) : null;
  const reach = HIT_TOLERANCE_PX[isTouch ? 'touch' : 'mouse'] / designer.view.get().scale;
  const { template, chosen } = designer.getDoc();
  const unseen = new Set([...designer.unprinted.get()].filter((id) => !chosen.includes(id)));
  const elements = findElementsAt(template, at, reach).filter(({ id }) => !unseen.has(id));
  const isSelected = elements.some(({ id }) => chosen.includes(id));
  const under = grip?.under ?? (isSelected ? 'selected' : elements[0] ? 'element' : 'nothing');
  const isMore = event.shiftKey;
  const press: Press = { designer, at, px, isTouch, isMore, grip: grip?.grip ?? null, elements };
  const { down, drag, click } = chooseGesture(hand, getModifier(event), under);
  applyPressAct(down, press);
  return {
    gesture: startChosenDrag(drag, press),
    onPress: () => applyPressAct(click, press),
    ...(drag === 'draw' && TYPED_TOOLS.has(designer.tool.get()) && { onEnd: onTextDrawn }),
  };
};
