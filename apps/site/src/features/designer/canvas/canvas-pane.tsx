import { Bench } from '@yunbiao/ui/bench.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import css from '../designer.module.css';
import { type Designer, useDesigner } from '../designer.ts';
import { aroundAll, type Box } from '../model/box.ts';
import { findChosen } from '../model/doc.ts';
import { placeAt } from '../model/table.ts';
import { FirstLook } from './first-look.tsx';
import type { Gesture } from './gesture.ts';
import { startGuide } from './guide-gesture.ts';
import { LabelLayers, type Shown } from './label-layers.tsx';
import { Overlay } from './overlay.tsx';
import { usePointer } from './use-pointer.ts';
import { fitted, panned, type Size, toMm, zoomedTo } from './view.ts';

/** Where notes on the label stand beside it, px; a narrower canvas lists them below. */
const NOTES_PX = 236;
const ROOM_FOR_NOTES_PX = 720;

/** How a wheel's notches and a touch pad's fractions become a factor. */
const WHEEL_ZOOM = 0.0022;

export const notesWidth = ({ width }: Size): number => (width >= ROOM_FOR_NOTES_PX ? NOTES_PX : 0);

/** The canvas's size; the label is fitted into it until somebody zooms. */
const useFit = (stage: RefObject<HTMLElement | null>): Size => {
  const designer = useDesigner();
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const { isFitted, dpi } = useStore(designer.look);
  const widthMm = useStore(designer.history, ({ now }) => now.template.widthMm);
  const heightMm = useStore(designer.history, ({ now }) => now.template.heightMm);
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
  // Before the first paint with a size: what is on the canvas is not seen to move.
  useLayoutEffect(() => {
    if (!isFitted || room.width === 0) return;
    // Kept free for notes also while there are none: the label does not jump when one comes.
    designer.view.set(fitted({ widthMm, heightMm }, room, dpi, notesWidth(room)));
  }, [designer, isFitted, room, widthMm, heightMm, dpi]);
  return room;
};

/** The wheel moves the label, with Ctrl or two fingers on a touch pad it zooms to the pointer. */
const useWheel = (stage: RefObject<HTMLElement | null>, designer: Designer): void => {
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      designer.look.set((look) => (look.isFitted ? { ...look, isFitted: false } : look));
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      const lines = event.deltaMode === 1 ? 16 : 1;
      const [dx, dy] = [event.deltaX * lines, event.deltaY * lines];
      designer.view.set((view) => {
        if (event.ctrlKey || event.metaKey)
          return zoomedTo(view, view.scale * Math.exp(-dy * WHEEL_ZOOM * 2), at);
        return event.shiftKey && dx === 0 ? panned(view, -dy, 0) : panned(view, -dx, -dy);
      });
    };
    // React's own listener is passive: the page would zoom as well.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [stage, designer]);
};

/** The space bar held down turns the pointer into a hand. */
const useSpace = (stage: RefObject<HTMLElement | null>): RefObject<boolean> => {
  const isDown = useRef(false);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const set = (down: boolean): void => {
      isDown.current = down;
      element.toggleAttribute('data-hand', down);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.code !== 'Space' || event.target !== element) return;
      event.preventDefault();
      set(event.type === 'keydown');
    };
    const onBlur = (): void => set(false);
    element.addEventListener('keydown', onKey);
    addEventListener('keyup', onKey);
    element.addEventListener('blur', onBlur);
    return () => {
      element.removeEventListener('keydown', onKey);
      removeEventListener('keyup', onKey);
      element.removeEventListener('blur', onBlur);
    };
  }, [stage]);
  return isDown;
};

/** A press on a ruler pulls a guide out of it: the upper one's lies level, the left one's stands. */
const useRulers = (stage: RefObject<HTMLElement | null>, designer: Designer) => {
  const gesture = useRef<Gesture | null>(null);
  const at = (event: PointerEvent) => {
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
      gesture.current = startGuide(designer, ruler.matches('.ruler-x') ? 'y' : 'x', null);
    },
    onPointerMove: (event: PointerEvent): void =>
      gesture.current?.move(at(event), {
        shift: event.shiftKey,
        alt: event.altKey,
        ctrl: event.ctrlKey || event.metaKey,
      }),
    onPointerUp: (): void => {
      gesture.current?.end();
      gesture.current = null;
    },
    onPointerCancel: (): void => {
      gesture.current?.cancel();
      gesture.current = null;
    },
  };
};

const sayChosen = (count: number, box: Box | null, name: string): string =>
  box === null
    ? '没有选中元素'
    : `选中${count > 1 ? ` ${count} 个元素` : name}，X ${box.xMm.toFixed(2)}，Y ${box.yMm.toFixed(2)}，宽 ${box.widthMm.toFixed(2)}，高 ${box.heightMm.toFixed(2)} 毫米`;

/** A double press into a table takes the cell under it. */
const chooseCell = (
  designer: Designer,
  stage: RefObject<HTMLElement | null>,
  event: { clientX: number; clientY: number },
): void => {
  const [chosen] = findChosen(designer.doc());
  const box = stage.current?.getBoundingClientRect();
  if (chosen?.type !== 'table' || !box) return;
  const px = { x: event.clientX - box.left, y: event.clientY - box.top };
  const place = placeAt(chosen, toMm(designer.view.get(), px));
  if (place) designer.cell.set(place);
};

type CanvasPaneProps = {
  shown: Shown;
  stage: RefObject<HTMLDivElement | null>;
  warned: readonly Box[];
  /** Names an element for people. */
  getName: (id: string) => string;
  onRoom: (room: Size) => void;
  onEditContent: () => void;
  onTextDrawn: () => void;
  children: React.ReactNode;
};

/** The ruled bench with the label on it: seen, chosen, dragged, drawn. */
export const CanvasPane = (props: CanvasPaneProps) => {
  const { shown, stage, warned, getName, onRoom } = props;
  const designer = useDesigner();
  const view = useStore(designer.view);
  const doc = useStore(designer.history, ({ now }) => now);
  const mode = useStore(designer.look, (look) => look.mode);
  const tool = useStore(designer.tool);
  const room = useFit(stage);
  useEffect(() => onRoom(room), [onRoom, room]);
  useWheel(stage, designer);
  const isHand = useSpace(stage);
  const pointer = usePointer(designer, stage, () => isHand.current, props.onTextDrawn);
  const rulers = useRulers(stage, designer);
  const { template } = doc;
  const around = aroundAll(findChosen(doc));
  const mark = around
    ? {
        x: { from: around.xMm, length: around.widthMm },
        y: { from: around.yMm, length: around.heightMm },
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
        {...(mark ? { mark } : {})}
      >
        <div
          ref={stage}
          className={css.stage}
          data-tool={tool}
          tabIndex={0}
          role="application"
          aria-roledescription="画布"
          aria-label={`画布，${sayChosen(doc.chosen.length, around, getName(doc.chosen[0] ?? ''))}`}
          {...(isPlaced && {
            onPointerDown,
            onPointerMove,
            onPointerUp,
            onPointerCancel,
            onPointerLeave,
          })}
          onDoubleClick={(event) => {
            chooseCell(designer, stage, event);
            props.onEditContent();
          }}
        >
          {isPlaced ? (
            <>
              <LabelLayers shown={shown} />
              {mode === 'edit' && <Overlay warned={warned} />}
              {props.children}
            </>
          ) : (
            <FirstLook />
          )}
        </div>
      </Bench>
    </div>
  );
};
