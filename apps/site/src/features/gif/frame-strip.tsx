import { useStore } from '@yunbiao/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { vars } from '@yunbiao/ui/vars.ts';
import { FrameItem } from './frame-item.tsx';
import css from './gif.module.css';
import { chosenBy, delayed, type Frame, nudged, removed } from './model/frames.ts';
import type { Studio } from './studio.ts';
import { PITCH, useFrameDrag } from './use-frame-drag.ts';

/** Frames beside those in view that are there, too: a fast scroll is not empty. */
const BESIDE = 4;

/** Which frames are in view, counted from 0: hundreds of them are not all in the page. */
const useWindow = (count: number) => {
  const box = useRef<HTMLUListElement>(null);
  const [span, setSpan] = useState({ from: 0, to: 16 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = (): void => {
      const from = Math.max(0, Math.floor(element.scrollLeft / PITCH) - BESIDE);
      const to = Math.ceil((element.scrollLeft + element.clientWidth) / PITCH) + BESIDE;
      setSpan((now) => (now.from === from && now.to === to ? now : { from, to }));
    };
    // It also tells of the size there is, and when that costs nothing: asked for here, all of the page is laid out at once.
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [count]);
  return { box, ...span };
};

const placeOfChosen = (frames: readonly Frame[], chosen: ReadonlySet<number>): number =>
  frames.findIndex(({ id }) => chosen.has(id));

/** The keys of a row of frames, once one of them has the focus. */
const useKeys = (studio: Studio, focusPlace: (place: number) => void) => (event: KeyboardEvent) => {
  if (event.target instanceof HTMLInputElement) return;
  const { frames, chosen } = studio.list;
  const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (by !== 0) {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      studio.change((list) => nudged(list, by));
      focusPlace(placeOfChosen(studio.list.frames, chosen));
      return;
    }
    const place = studio.shown.get() + by;
    const next = frames[place];
    if (!next) return;
    studio.choose((list) => chosenBy(list, next.id, event.shiftKey ? 'range' : 'only'));
    focusPlace(place);
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    studio.change(removed);
    focusPlace(Math.max(0, placeOfChosen(studio.list.frames, studio.list.chosen)));
  } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    studio.choose((list) => ({ ...list, chosen: new Set(list.frames.map(({ id }) => id)) }));
  }
};

/** All frames in a row: chosen with a press or the arrow keys, moved by dragging or with Ctrl and an arrow key. */
export const FrameStrip = ({ studio }: { studio: Studio }) => {
  const { frames, chosen } = useStore(studio.work).history.now;
  const { box, from, to } = useWindow(frames.length);
  const drag = useFrameDrag(studio, box);
  const focusPlace = (place: number): void => {
    studio.shown.set(place);
    const element = box.current;
    if (!element) return;
    const left = place * PITCH;
    if (left < element.scrollLeft) element.scrollTo({ left: left - PITCH });
    if (left + PITCH > element.scrollLeft + element.clientWidth)
      element.scrollTo({ left: left + 2 * PITCH - element.clientWidth });
    requestAnimationFrame(() => {
      element.querySelector<HTMLElement>(`[data-place="${place}"] button`)?.focus();
    });
  };
  const onKeyDown = useKeys(studio, focusPlace);
  const inView = frames.slice(from, to);
  const tabStop = inView.find(({ id }) => chosen.has(id)) ?? inView[0];
  return (
    <ul
      ref={box}
      className={css.frames}
      aria-label="所有帧"
      style={vars({ count: frames.length, target: drag.target ?? 0 })}
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
            studio.choose((list) => chosenBy(list, frame.id, choice));
            studio.shown.set(from + index);
          }}
          onDown={(event) => drag.onDown(event, frame.id)}
          onDelay={(ms) => studio.change((list) => delayed(list, ms, frame.id))}
          onRemove={() => studio.change((list) => removed(chosenBy(list, frame.id, 'only')))}
        />
      ))}
    </ul>
  );
};
