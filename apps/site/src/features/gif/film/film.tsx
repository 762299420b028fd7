import { useStore } from '@yunbiao/ui';
import { NumberField, SelectField } from '@yunbiao/ui/field.tsx';
import { parseNumber } from '@yunbiao/ui/number.ts';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
  memo,
} from 'react';
import css from '../gif.module.css';
import { MAX_FRAMES } from '../model/frames.ts';
import { createUncroppedLayout, shrinkToLongestSide } from '../model/layout.ts';
import {
  countFramesOfTrim,
  FPS,
  formatSeconds,
  SPEEDS,
  type Trim,
  moveTrimEnd,
} from '../model/trim.ts';
import type { Studio } from '../studio.ts';
import { Thumb } from './thumb.tsx';
import type { Key, SourceFacts } from '../worker/messages.ts';

/** Number of thumbnails in the filmstrip, and their longest side, px. */
const PICTURES = 12;
const PICTURE_PX = 160;

type Video = Extract<SourceFacts, { kind: 'video' }>;

/** Thumbnails at equal intervals over the complete video. */
const useFilmstrip = (studio: Studio, source: number, video: Video): readonly Key[] => {
  const keys = useMemo(
    () =>
      Array.from({ length: PICTURES }, (_, index) => ({
        source,
        at: ((index + 0.5) / PICTURES) * video.duration,
      })),
    [source, video],
  );
  useEffect(
    () =>
      studio.strip.request({
        keys,
        layout: createUncroppedLayout(shrinkToLongestSide(video, PICTURE_PX)),
        longest: PICTURE_PX,
      }),
    [studio, keys, video],
  );
  return keys;
};

/** Number of video frames by which a key moves an end. */
const getFrameStepByKey = (event: KeyboardEvent, fps: number): number => {
  const by = event.shiftKey ? 10 : 1;
  if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') return -by;
  if (event.key === 'ArrowRight' || event.key === 'ArrowUp') return by;
  if (event.key === 'PageDown') return -fps;
  if (event.key === 'PageUp') return fps;
  return 0;
};

const TrimHandle = (props: {
  end: 'start' | 'end';
  trim: Trim;
  video: Video;
  box: React.RefObject<HTMLDivElement | null>;
  onTrim: (trim: Trim) => void;
}) => {
  const { end, trim, video, box, onTrim } = props;
  const moveTrimBoundary = (seconds: number): void =>
    onTrim(moveTrimEnd(trim, end, seconds, video));
  const dragTrimBoundary = (event: PointerEvent): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return;
    const { left, width } = box.current.getBoundingClientRect();
    moveTrimBoundary(((event.clientX - left) / width) * video.duration);
  };
  const moveTrimBoundaryByKey = (event: KeyboardEvent): void => {
    const by = getFrameStepByKey(event, video.fps);
    if (by === 0) return;
    event.preventDefault();
    moveTrimBoundary(trim[end] + by / video.fps);
  };
  return (
    <div
      className={css.needle}
      style={toCssVars({ p: trim[end] / video.duration })}
      role="slider"
      tabIndex={0}
      aria-label={end === 'start' ? '从哪里开始' : '到哪里为止'}
      aria-valuemin={0}
      aria-valuemax={Math.round(video.duration * 100) / 100}
      aria-valuenow={Math.round(trim[end] * 100) / 100}
      aria-valuetext={`${formatSeconds(trim[end])} 秒`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={dragTrimBoundary}
      onKeyDown={moveTrimBoundaryByKey}
    >
      <span>{formatSeconds(trim[end])}</span>
    </div>
  );
};

const FrameRateAndSpeedFields = ({
  trim,
  onTrim,
}: {
  trim: Trim;
  onTrim: (trim: Trim) => void;
}) => {
  const [typedRate, setTyped] = useState<string | null>(null);
  const shownText = typedRate ?? String(trim.fps);
  const checkFps = (text: string): string | undefined => {
    const fps = parseNumber(text);
    const isRight = fps !== null && fps >= FPS.min && fps <= FPS.max;
    return isRight ? undefined : `要 ${FPS.min} 到 ${FPS.max}`;
  };
  return (
    <div className={css.pace}>
      <NumberField
        label="帧率"
        name="fps"
        unit="帧/秒"
        step={1}
        {...FPS}
        value={shownText}
        error={checkFps(shownText)}
        onChange={(text) => {
          const isWrong = checkFps(text) !== undefined;
          setTyped(isWrong ? text : null);
          if (!isWrong) onTrim({ ...trim, fps: Number(parseNumber(text)) });
        }}
      />
      <SelectField
        label="速度"
        name="speed"
        value={String(trim.speed)}
        options={SPEEDS.map((speed) => ({
          value: String(speed),
          label: speed === 1 ? '原速' : `${speed} 倍`,
        }))}
        onChange={(speed) => onTrim({ ...trim, speed: Number(speed) })}
      />
    </div>
  );
};

/** Maximum number of time labels; more do not fit on a phone. */
const MAX_TIME_LABELS = 6;

/** Time scale with the smallest step that needs at most MAX_TIME_LABELS labels. */
const TimeRuler = ({ duration }: { duration: number }) => {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600];
  const step = steps.find((step) => duration / step <= MAX_TIME_LABELS) ?? 3600;
  const times = Array.from({ length: Math.ceil(duration / step) }, (_, index) => index * step);
  return (
    <div className={css.ruler} aria-hidden="true">
      {times.map((time) => (
        <span key={time} style={toCssVars({ p: time / duration })}>
          {time < 60 ? `${time} s` : `${Math.floor(time / 60)} min ${time % 60 || ''}`}
        </span>
      ))}
    </div>
  );
};

const PlayHead = ({ studio, video }: { studio: Studio; video: Video }) => {
  const shownIndex = useStore(studio.shown);
  const { frames } = useStore(studio.work).history.now;
  const at = frames[shownIndex]?.at;
  if (at === undefined) return null;
  return (
    <i className={css.playHead} style={toCssVars({ p: at / video.duration })} aria-hidden="true" />
  );
};

/**
 * Filmstrip of the complete video with the selected part. Two handles move its ends frame by frame.
 */
const TrimFilm = ({
  studio,
  source,
  video,
  trim,
}: {
  studio: Studio;
  source: number;
  video: Video;
  trim: Trim;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const keys = useFilmstrip(studio, source, video);
  const setStudioTrim = (next: Trim): void => studio.setTrim(next);
  // Another part has other frames: changing it discards edits of single frames.
  const isEdited = useStore(studio.work, ({ history }) => history.past.length > 0);
  const tooMany = countFramesOfTrim(trim) > MAX_FRAMES;
  return (
    <section className={css.block} aria-label="截取片段">
      <header className={css.blockHead}>
        <h2>截取片段</h2>
        <span className={css.hint}>
          {isEdited ? '再移动标记，逐帧的修改会重新开始' : '拖动标记，或用方向键逐帧移动'}
        </span>
        <span className={`mono ${css.span}`}>
          起 {formatSeconds(trim.start)} 止 {formatSeconds(trim.end)} 长{' '}
          {formatSeconds(trim.end - trim.start)} s
        </span>
      </header>
      <div
        className={css.film}
        ref={box}
        style={toCssVars({ a: trim.start / video.duration, b: trim.end / video.duration })}
      >
        <TimeRuler duration={video.duration} />
        <div className={css.filmStrip}>
          {keys.map((key) => (
            <Thumb key={key.at} pictures={studio.strip} of={key} />
          ))}
        </div>
        <div className={css.part} aria-hidden="true" />
        <PlayHead studio={studio} video={video} />
        <TrimHandle end="start" trim={trim} video={video} box={box} onTrim={setStudioTrim} />
        <TrimHandle end="end" trim={trim} video={video} box={box} onTrim={setStudioTrim} />
      </div>
      <FrameRateAndSpeedFields trim={trim} onTrim={setStudioTrim} />
      {tooMany && (
        <p className="field-err" role="alert">
          这样有 {countFramesOfTrim(trim)} 帧，最多 {MAX_FRAMES}{' '}
          帧，后面的没有取：剪短一点，或者少几帧一秒。
        </p>
      )}
    </section>
  );
};

export const Film = memo(({ studio }: { studio: Studio }) => {
  const { files, trim } = useStore(studio.work);
  const [file] = files;
  if (file?.facts.kind !== 'video' || !trim) return null;
  return <TrimFilm studio={studio} source={file.source} video={file.facts} trim={trim} />;
});
