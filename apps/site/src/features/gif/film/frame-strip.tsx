import { useStore } from '@yunbiao/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { FrameItem } from './frame-item.tsx';
import css from '../gif.module.css';
import {
  selectFrame,
  setFrameDelay,
  type Frame,
  nudgeSelectedFrames,
  removeSelectedFrames,
} from '../model/frames.ts';
import type { Studio } from '../studio.ts';
import { FRAME_PITCH_PX, useFrameDrag } from './use-frame-drag.ts';

/** Frames rendered outside the visible range, so that fast scrolling shows no gaps. */
const OVERSCAN = 4;

/** Range of visible frames, 0-based. Only these are rendered, because there can be hundreds. */
const useVisibleRange = (count: number) => {
  const box = useRef<HTMLUListElement>(null);
  const [span, setSpan] = useState({ from: 0, to: 16 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const updateVisibleSpan = (): void => {
      const from = Math.max(0, Math.floor(element.scrollLeft / FRAME_PITCH_PX) - OVERSCAN);
      const to = Math.ceil((element.scrollLeft + element.clientWidth) / FRAME_PITCH_PX) + OVERSCAN;
      setSpan((now) => (now.from === from && now.to === to ? now : { from, to }));
    };
    // The observer also reports the initial size, when layout is known anyway. Reading it here
    // would force a layout of the whole page.
    const watch = new ResizeObserver(updateVisibleSpan);
    watch.observe(element);
    element.addEventListener('scroll', updateVisibleSpan, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', updateVisibleSpan);
    };
  }, [count]);
  return { box, ...span };
};

const findSelectedFrameIndex = (
  frames: readonly Frame[],
  chosenPlaces: ReadonlySet<number>,
): number => frames.findIndex(({ id }) => chosenPlaces.has(id));

/** Keyboard control of the frame strip. */
const useFrameKeys =
  (studio: Studio, focusPlace: (place: number) => void) => (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const { frames, chosen } = studio.list;
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (by !== 0) {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        studio.change((list) => nudgeSelectedFrames(list, by));
        focusPlace(findSelectedFrameIndex(studio.list.frames, chosen));
        return;
      }
      const place = studio.shown.get() + by;
      const next = frames[place];
      if (!next) return;
      studio.choose((list) => selectFrame(list, next.id, event.shiftKey ? 'range' : 'only'));
      focusPlace(place);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      studio.change(removeSelectedFrames);
      focusPlace(Math.max(0, findSelectedFrameIndex(studio.list.frames, studio.list.chosen)));
    } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      studio.choose((list) => ({ ...list, chosen: new Set(list.frames.map(({ id }) => id)) }));
    }
  };

/**
 * All frames in a strip. Frames are selected by pressing or with the arrow keys, and moved by
 * dragging or with Ctrl and an arrow key.
 */
export const FrameStrip = ({ studio }: { studio: Studio }) => {
  const { frames, chosen } = useStore(studio.work).history.now;
  const { box, from, to } = useVisibleRange(frames.length);
  const drag = useFrameDrag(studio, box);
  const focusFrameAt = (place: number): void => {
    studio.shown.set(place);
    const element = box.current;
    if (!element) return;
    const leftPx = place * FRAME_PITCH_PX;
    if (leftPx < element.scrollLeft) element.scrollTo({ left: leftPx - FRAME_PITCH_PX });
    if (leftPx + FRAME_PITCH_PX > element.scrollLeft + element.clientWidth)
      element.scrollTo({ left: leftPx + 2 * FRAME_PITCH_PX - element.clientWidth });
    requestAnimationFrame(() => {
      element.querySelector<HTMLElement>(`[data-place="${place}"] button`)?.focus();
    });
  };
  const onKeyDown = useFrameKeys(studio, focusFrameAt);
  const inView = frames.slice(from, to);
  const tabStop = inView.find(({ id }) => chosen.has(id)) ?? inView[0];
  return (
    <ul
      ref={box}
      className={css.frames}
      aria-label="所有帧"
      style={toCssVars({ count: frames.length, target: drag.target ?? 0 })}
      data-dragging={drag.target === null ? undefined : ''}
      onKeyDown={onKeyDown}
      onPointerMove={drag.onMove}
      onPointerUp={drag.onUp}
      onPointerCancel={drag.onLost}
      onLostPointerCapture={drag.onLost}
    >
      {inView.map((frame, index) => (
        <FrameItem
          key={frame.id}
          frame={frame}
          place={from + index}
          studio={studio}
          isChosen={chosen.has(frame.id)}
          isTabStop={frame === tabStop}
          onPress={(choice) => {
            studio.choose((list) => selectFrame(list, frame.id, choice));
            studio.shown.set(from + index);
          }}
          onDown={(event) => drag.onDown(event, frame.id)}
          onDelay={(ms) => studio.change((list) => setFrameDelay(list, ms, frame.id))}
          onRemove={() =>
            studio.change((list) => removeSelectedFrames(selectFrame(list, frame.id, 'only')))
          }
        />
      ))}
    </ul>
  );
};
