import { useStore } from '@yunbiao/ui';
import { useEffect, useRef, useState } from 'react';
import css from './gif.module.css';
import { getDuration, frameAt } from './model/frames.ts';
import { secondsText } from './model/trim.ts';
import { PlayButtons } from './play-buttons.tsx';
import { keyText, type PictureStore } from './picture-store.ts';
import type { Studio } from './studio.ts';
import type { Key } from './worker/messages.ts';

export type View = 'source' | 'result' | 'compare';

/** What can be played: the frames as they will be, or those of the file that was made. */
export type Reel = {
  frames: readonly (Key & { delayMs: number })[];
  pictures: PictureStore;
};

type PlayerProps = {
  studio: Studio;
  source: Reel;
  /** Null until something is made of what is there now. */
  result: Reel | null;
  width: number;
  height: number;
};

const pictureAt = (reel: Reel, ms: number): ImageBitmap | undefined => {
  const frame = reel.frames[frameAt(reel.frames, ms)];
  return frame && reel.pictures.get(frame);
};

const nameAt = (reel: Reel, ms: number): string => {
  const frame = reel.frames[frameAt(reel.frames, ms)];
  return frame ? keyText(frame) : '';
};

/** One half of each, parted by a line. */
const drawHalves = (ctx: CanvasRenderingContext2D, left: ImageBitmap, right: ImageBitmap): void => {
  const { width, height } = ctx.canvas;
  ctx.drawImage(left, 0, 0, width, height);
  ctx.save();
  ctx.beginPath();
  ctx.rect(width / 2, 0, width / 2, height);
  ctx.clip();
  ctx.clearRect(0, 0, width, height);
  ctx.drawImage(right, 0, 0, width, height);
  ctx.restore();
  ctx.fillStyle = getComputedStyle(ctx.canvas).getPropertyValue('--accent');
  ctx.fillRect(width / 2 - 1, 0, 2, height);
};

const draw = (canvas: HTMLCanvasElement, props: PlayerProps, view: View, ms: number): void => {
  const ctx = canvas.getContext('2d');
  const before = pictureAt(props.source, ms);
  const after = props.result ? pictureAt(props.result, ms) : undefined;
  const shown = view === 'result' ? after : before;
  const sized = shown ?? before;
  if (!ctx || !sized) return;
  if (canvas.width !== sized.width || canvas.height !== sized.height) {
    canvas.width = sized.width;
    canvas.height = sized.height;
  }
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  if (view === 'compare' && before && after) drawHalves(ctx, before, after);
  else ctx.drawImage(sized, 0, 0, canvas.width, canvas.height);
};

/** When the frame at this place begins, ms. */
const getStart = (frames: Reel['frames'], index: number): number =>
  frames.slice(0, index).reduce((sum, { delayMs }) => sum + delayMs, 0) + 0.5;

/** Runs while it plays; at true speed, by the clock and not by the screen. */
const usePlaying = (isPlaying: boolean, from: () => number, onTime: (ms: number) => void): void => {
  const act = useRef({ from, onTime });
  act.current = { from, onTime };
  useEffect(() => {
    if (!isPlaying) return;
    const begun = performance.now() - act.current.from();
    let turn = requestAnimationFrame(function next() {
      act.current.onTime(performance.now() - begun);
      turn = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(turn);
  }, [isPlaying]);
};

const VIEWS: readonly { view: View; label: string }[] = [
  { view: 'source', label: '原片' },
  { view: 'result', label: 'GIF' },
  { view: 'compare', label: '对比' },
];

const ViewChoice = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => (
  <span className={css.views} role="group" aria-label="看哪一个">
    {VIEWS.map((one) => (
      <button
        key={one.view}
        type="button"
        className="bare"
        aria-pressed={one.view === view}
        onClick={() => onChange(one.view)}
      >
        {one.label}
      </button>
    ))}
  </span>
);

/** No taller than this, px; the squares behind what is transparent begin and end with the picture. */
const TALLEST = 440;

const screenWidth = (width: number, height: number): string =>
  `min(100%, ${Math.min(width, (TALLEST * width) / height)}px)`;

/** The animation at its true speed, as it will be or as it was made. */
export const Player = (props: PlayerProps) => {
  const { studio, source, result, width, height } = props;
  const { frames } = source;
  const canvas = useRef<HTMLCanvasElement>(null);
  const time = useRef(0);
  const [isPlaying, setPlaying] = useState(false);
  const [chosenView, setView] = useState<View>('result');
  const view = result ? chosenView : 'source';
  const shown = Math.min(useStore(studio.shown), Math.max(0, frames.length - 1));
  const version = useStore(source.pictures.version);
  const resultVersion = useStore((result ?? source).pictures.version);
  const painted = useRef('');
  const paint = (ms: number): void => {
    time.current = ms;
    const seen = [nameAt(source, ms), result && nameAt(result, ms), version, resultVersion, view];
    // The screen has more turns than the animation has frames.
    if (!canvas.current || painted.current === seen.join()) return;
    painted.current = seen.join();
    draw(canvas.current, props, view, ms);
  };
  const show = (ms: number): void => {
    paint(ms);
    studio.shown.set(frameAt(frames, ms));
  };
  usePlaying(isPlaying && frames.length > 1, () => time.current, show);
  useEffect(() => {
    paint(isPlaying ? time.current : getStart(frames, shown));
  });
  useEffect(() => setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches), []);
  const step = (by: number): void => {
    setPlaying(false);
    const to = frames[(shown + by + frames.length) % frames.length];
    if (to) studio.shown.set(frames.indexOf(to));
  };
  return (
    <>
      <div className={css.screen} data-pictures={version + resultVersion}>
        <canvas
          ref={canvas}
          className={css.picture}
          style={{ aspectRatio: `${width} / ${height}`, maxWidth: screenWidth(width, height) }}
          role="img"
          aria-label={`第 ${shown + 1} 帧的画面`}
        />
        {source.pictures.isUnderWay && <span className={css.coming}>正在画</span>}
      </div>
      <footer>
        <PlayButtons isPlaying={isPlaying} onPlay={setPlaying} onStep={step} />
        <span className="mono">
          帧 {frames.length === 0 ? 0 : shown + 1} / {frames.length}
        </span>
        <span className={`mono ${css.time}`}>
          {secondsText(getStart(frames, shown) / 1000)} / {secondsText(getDuration(frames) / 1000)}{' '}
          s
        </span>
        <span className="push-end">{result && <ViewChoice view={view} onChange={setView} />}</span>
      </footer>
    </>
  );
};
