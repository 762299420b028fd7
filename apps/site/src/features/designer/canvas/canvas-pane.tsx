import { Bench } from '@yunbiao/ui/label/bench.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import css from '../designer.module.css';
import { type Designer, useDesigner } from '../designer.ts';
import { computeBounds, type Box } from '@yunbiao/designer/box';
import { listSelectedElements } from '@yunbiao/designer/doc';
import { findPlaceAt } from '@yunbiao/designer/table';
import { ServerPreview } from './server-preview.tsx';
import type { Gesture } from './gesture.ts';
import { startGuideDrag } from './guide-gesture.ts';
import { LabelLayers, type PreviewedLabel } from './label-layers.tsx';
import { openMenuAt } from './open-menu.ts';
import { Overlay } from './overlay.tsx';
import { TextEditor } from '../text-editor/text-editor.tsx';
import { HIT_TOLERANCE_PX } from './start-drag.ts';
import { useCanvasPointer } from './use-pointer.ts';
import { useFittedView } from './use-fitted-view.ts';
import { panViewBy, type Size, toMm, zoomViewTo } from './view.ts';

/** Converts wheel notches and touchpad deltas to a zoom factor. */
const WHEEL_ZOOM = 0.0022;

/** The wheel pans the label. With Ctrl, or by pinching on a touchpad, it zooms to the pointer. */
const useWheelPanZoom = (stage: RefObject<HTMLElement | null>, designer: Designer): void => {
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const panOrZoomByWheel = (event: WheelEvent): void => {
      event.preventDefault();
      designer.look.set((view) => (view.isFitted ? { ...view, isFitted: false } : view));
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      const lines = event.deltaMode === 1 ? 16 : 1;
      const [dx, dy] = [event.deltaX * lines, event.deltaY * lines];
      designer.view.set((view) => {
        if (event.ctrlKey || event.metaKey)
          return zoomViewTo(view, view.scale * Math.exp(-dy * WHEEL_ZOOM * 2), at);
        return event.shiftKey && dx === 0 ? panViewBy(view, -dy, 0) : panViewBy(view, -dx, -dy);
      });
    };
    // React's own listener is passive and could not stop the page from zooming.
    element.addEventListener('wheel', panOrZoomByWheel, { passive: false });
    return () => element.removeEventListener('wheel', panOrZoomByWheel);
  }, [stage, designer]);
};

/** While the space bar is held down, dragging pans the label. */
const useSpaceKey = (stage: RefObject<HTMLElement | null>): RefObject<boolean> => {
  const isDown = useRef(false);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const setHandCursor = (down: boolean): void => {
      isDown.current = down;
      element.toggleAttribute('data-hand', down);
    };
    const updateHandOnSpace = (event: KeyboardEvent): void => {
      if (event.code !== 'Space' || event.target !== element) return;
      event.preventDefault();
      setHandCursor(event.type === 'keydown');
    };
    const releaseHandCursor = (): void => setHandCursor(false);
    element.addEventListener('keydown', updateHandOnSpace);
    addEventListener('keyup', updateHandOnSpace);
    element.addEventListener('blur', releaseHandCursor);
    return () => {
      element.removeEventListener('keydown', updateHandOnSpace);
      removeEventListener('keyup', updateHandOnSpace);
      element.removeEventListener('blur', releaseHandCursor);
    };
  }, [stage]);
  return isDown;
};

/**
 * Dragging from a ruler creates a guide: horizontal from the upper ruler, vertical from the left
 * one.
 */
const useRulerGuides = (stage: RefObject<HTMLElement | null>, designer: Designer) => {
  const gesture = useRef<Gesture | null>(null);
  const toLabelPoint = (event: PointerEvent) => {
    const box = stage.current?.getBoundingClientRect();
    return toMm(designer.view.get(), {
      x: event.clientX - (box?.left ?? 0),
      y: event.clientY - (box?.top ?? 0),
    });
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const target = event.target instanceof Element ? event.target : null;
      const ruler = target?.closest('.ruler-x, .ruler-y');
      if (!ruler || event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      gesture.current = startGuideDrag(designer, ruler.matches('.ruler-x') ? 'y' : 'x', null);
    },
    onPointerMove: (event: PointerEvent): void =>
      gesture.current?.move(toLabelPoint(event), {
        shift: event.shiftKey,
        alt: event.altKey,
        ctrl: event.ctrlKey || event.metaKey,
      }),
    onPointerUp: (): void => {
      gesture.current?.finish();
      gesture.current = null;
    },
    onPointerCancel: (): void => {
      gesture.current?.cancel();
      gesture.current = null;
    },
  };
};

const describeSelection = (count: number, box: Box | null, name: string): string =>
  box === null
    ? '没有选中元素'
    : `选中${count > 1 ? ` ${count} 个元素` : name}，X ${box.xMm.toFixed(2)}，Y ${box.yMm.toFixed(2)}，宽 ${box.widthMm.toFixed(2)}，高 ${box.heightMm.toFixed(2)} 毫米`;

/** A double click into a table selects the cell under the pointer. */
const chooseCell = (
  designer: Designer,
  stage: RefObject<HTMLElement | null>,
  event: { clientX: number; clientY: number },
): void => {
  const [selected] = listSelectedElements(designer.getDoc());
  const box = stage.current?.getBoundingClientRect();
  if (selected?.type !== 'table' || !box) return;
  const px = { x: event.clientX - box.left, y: event.clientY - box.top };
  const place = findPlaceAt(selected, toMm(designer.view.get(), px));
  if (place) designer.cell.set(place);
};

/** The right button, or a long press where the browser reports it so. */
const openMenuByPointer = (
  designer: Designer,
  stage: RefObject<HTMLElement | null>,
  event: MouseEvent,
): void => {
  event.preventDefault();
  const box = stage.current?.getBoundingClientRect();
  if (!box || designer.menu.get()) return;
  const px = { x: event.clientX - box.left, y: event.clientY - box.top };
  openMenuAt(designer, stage.current, px, HIT_TOLERANCE_PX.mouse);
};

type CanvasPaneProps = {
  shown: PreviewedLabel;
  stage: RefObject<HTMLDivElement | null>;
  warned: readonly Box[];
  /** Returns the display name of an element. */
  getName: (id: string) => string;
  onRoom: (room: Size) => void;
  onEditContent: () => void;
  onTextDrawn: () => void;
  children: React.ReactNode;
};

/** The canvas with rulers and the label: display, selection, dragging and drawing. */
export const CanvasPane = (props: CanvasPaneProps) => {
  const { shown, stage, warned, getName, onRoom } = props;
  const designer = useDesigner();
  const view = useStore(designer.view);
  const doc = useStore(designer.history, ({ now }) => now);
  const mode = useStore(designer.look, (settings) => settings.mode);
  const tool = useStore(designer.tool);
  const isBrushing = useStore(designer.style, (style) => style !== null);
  const room = useFittedView(stage);
  useEffect(() => onRoom(room), [onRoom, room]);
  useWheelPanZoom(stage, designer);
  const isHand = useSpaceKey(stage);
  const pointer = useCanvasPointer(designer, stage, () => isHand.current, props.onTextDrawn);
  const rulers = useRulerGuides(stage, designer);
  const { template } = doc;
  const selectionBounds = computeBounds(listSelectedElements(doc));
  const mark = selectionBounds
    ? {
        x: { from: selectionBounds.xMm, length: selectionBounds.widthMm },
        y: { from: selectionBounds.yMm, length: selectionBounds.heightMm },
      }
    : undefined;
  const { onPointerMove, onPointerUp, onPointerDown, onPointerCancel, onPointerLeave } = pointer;
  const isPlaced = room.width > 0;
  return (
    <div className={isPlaced ? css.bench : `${css.bench} ${css.unplaced}`} {...rulers}>
      <Bench
        pxPerMm={view.scale}
        origin={{ xPx: view.xPx, yPx: view.yPx }}
        widthMm={Math.max(template.widthMm, (room.width - view.xPx) / view.scale)}
        heightMm={Math.max(template.heightMm, (room.height - view.yPx) / view.scale)}
        {...(mark ? { highlight: mark } : {})}
      >
        <div
          ref={stage}
          className={css.stage}
          data-tool={tool}
          data-style={isBrushing || undefined}
          tabIndex={0}
          role="application"
          aria-roledescription="画布"
          aria-label={`画布，${describeSelection(doc.chosen.length, selectionBounds, getName(doc.chosen[0] ?? ''))}`}
          {...(isPlaced && {
            onPointerDown,
            onPointerMove,
            onPointerUp,
            onPointerCancel,
            onPointerLeave,
          })}
          onContextMenu={(event) => openMenuByPointer(designer, stage, event)}
          onDoubleClick={(event) => {
            chooseCell(designer, stage, event);
            props.onEditContent();
          }}
        >
          {isPlaced ? (
            <>
              <LabelLayers shown={shown} />
              {mode === 'edit' && <Overlay warned={warned} />}
              {mode === 'edit' && <TextEditor stage={stage} />}
              {props.children}
            </>
          ) : (
            <ServerPreview />
          )}
        </div>
      </Bench>
    </div>
  );
};
