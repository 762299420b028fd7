import { useStore } from '@yunbiao/ui';
import { useEffect, useRef, useState } from 'react';
import css from '../gif.module.css';
import { getDuration, findFrameAt } from '../model/frames.ts';
import { formatSeconds } from '../model/trim.ts';
import { PlaybackControls } from './play-buttons.tsx';
import { formatFrameKey, type PictureStore } from '../picture-store.ts';
import type { Studio } from '../studio.ts';
import type { Key } from '../worker/messages.ts';

export type View = 'source' | 'result' | 'compare';

/** Frames to play: as they will be, or as they are in the file that was made. */
export type Reel = {
  frames: readonly (Key & { delayMs: number })[];
  pictures: PictureStore;
};

type PlayerProps = {
  studio: Studio;
  source: Reel;
  /** Null until a file was made with the current settings. */
  result: Reel | null;
  width: number;
  height: number;
};

const findPictureAt = (reel: Reel, ms: number): ImageBitmap | undefined => {
  const frame = reel.frames[findFrameAt(reel.frames, ms)];
  return frame && reel.pictures.get(frame);
};

const findFrameKeyAt = (reel: Reel, ms: number): string => {
  const frame = reel.frames[findFrameAt(reel.frames, ms)];
  return frame ? formatFrameKey(frame) : '';
};

/** Draws one half of each picture, separated by a line. */
const drawHalfOfEachPicture = (
  ctx: CanvasRenderingContext2D,
  left: ImageBitmap,
  right: ImageBitmap,
): void => {
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

const drawPlayerFrame = (
  canvas: HTMLCanvasElement,
  props: PlayerProps,
  view: View,
  ms: number,
): void => {
  const ctx = canvas.getContext('2d');
  const sourcePicture = findPictureAt(props.source, ms);
  const after = props.result ? findPictureAt(props.result, ms) : undefined;
  const shownPicture = view === 'result' ? after : sourcePicture;
  const sized = shownPicture ?? sourcePicture;
  if (!ctx || !sized) return;
  if (canvas.width !== sized.width || canvas.height !== sized.height) {
    canvas.width = sized.width;
    canvas.height = sized.height;
  }
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  if (view === 'compare' && sourcePicture && after)
    drawHalfOfEachPicture(ctx, sourcePicture, after);
  else ctx.drawImage(sized, 0, 0, canvas.width, canvas.height);
};

/** Start time of the frame at this index, ms. */
const computeFrameStartMs = (frames: Reel['frames'], index: number): number =>
  frames.slice(0, index).reduce((sum, { delayMs }) => sum + delayMs, 0) + 0.5;

/** Playback in real time: uses the clock, not the refresh rate of the screen. */
const usePlayback = (
  isPlaying: boolean,
  from: () => number,
  onTime: (ms: number) => void,
): void => {
  const act = useRef({ from, onTime });
  act.current = { from, onTime };
  useEffect(() => {
    if (!isPlaying) return;
    const startedAt = performance.now() - act.current.from();
    let turn = requestAnimationFrame(function next() {
      act.current.onTime(performance.now() - startedAt);
      turn = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(turn);
  }, [isPlaying]);
};

const VIEWS: readonly { view: View; label: string }[] = [
  { view: 'source', label: '原视频' },
  { view: 'result', label: 'GIF' },
  { view: 'compare', label: '对比' },
];

const PlayerViewButtons = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => (
  <span className={css.views} role="group" aria-label="看哪一个">
    {VIEWS.map((viewChoice) => (
      <button
        key={viewChoice.view}
        type="button"
        className="bare"
        aria-pressed={viewChoice.view === view}
        onClick={() => onChange(viewChoice.view)}
      >
        {viewChoice.label}
      </button>
    ))}
  </span>
);

/** Maximum height, px. The checkerboard behind transparent parts is as large as the picture. */
const MAX_HEIGHT_PX = 440;

const formatScreenWidth = (width: number, height: number): string =>
  `min(100%, ${Math.min(width, (MAX_HEIGHT_PX * width) / height)}px)`;

/** Plays the animation in real time, as a preview or as the file that was made. */
export const Player = (props: PlayerProps) => {
  const { studio, source, result, width, height } = props;
  const { frames } = source;
  const canvas = useRef<HTMLCanvasElement>(null);
  const time = useRef(0);
  const [isPlaying, setPlaying] = useState(false);
  const [chosenView, setView] = useState<View>('result');
  const view = result ? chosenView : 'source';
  const shownIndex = Math.min(useStore(studio.shown), Math.max(0, frames.length - 1));
  const version = useStore(source.pictures.version);
  const resultVersion = useStore((result ?? source).pictures.version);
  const painted = useRef('');
  const paintFrameAtTime = (ms: number): void => {
    time.current = ms;
    const paintKey = [
      findFrameKeyAt(source, ms),
      result && findFrameKeyAt(result, ms),
      version,
      resultVersion,
      view,
    ];
    // Draw only when the frame changes: the screen refreshes more often than that.
    if (!canvas.current || painted.current === paintKey.join()) return;
    painted.current = paintKey.join();
    drawPlayerFrame(canvas.current, props, view, ms);
  };
  const showFrameAtTime = (ms: number): void => {
    paintFrameAtTime(ms);
    studio.shown.set(findFrameAt(frames, ms));
  };
  usePlayback(isPlaying && frames.length > 1, () => time.current, showFrameAtTime);
  useEffect(() => {
    paintFrameAtTime(isPlaying ? time.current : computeFrameStartMs(frames, shownIndex));
  });
  useEffect(() => setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches), []);
  const stepFrames = (by: number): void => {
    setPlaying(false);
    const to = frames[(shownIndex + by + frames.length) % frames.length];
    if (to) studio.shown.set(frames.indexOf(to));
  };
  return (
    <>
      <div className={css.screen} data-pictures={version + resultVersion}>
        <canvas
          ref={canvas}
          className={css.picture}
          style={{
            aspectRatio: `${width} / ${height}`,
            maxWidth: formatScreenWidth(width, height),
          }}
          role="img"
          aria-label={`第 ${shownIndex + 1} 帧的画面`}
        />
        {source.pictures.isPending && <span className={css.coming}>正在画</span>}
      </div>
      <footer>
        <PlaybackControls isPlaying={isPlaying} onPlay={setPlaying} onStep={stepFrames} />
        <span className="mono">
          帧 {frames.length === 0 ? 0 : shownIndex + 1} / {frames.length}
        </span>
        <span className={`mono ${css.time}`}>
          {formatSeconds(computeFrameStartMs(frames, shownIndex) / 1000)} /{' '}
          {formatSeconds(getDuration(frames) / 1000)} s
        </span>
        <span className="push-end">
          {result && <PlayerViewButtons view={view} onChange={setView} />}
        </span>
      </footer>
    </>
  );
};
