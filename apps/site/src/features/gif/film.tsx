import { useStore } from '@yunbiao/ui';
import { NumberField, SelectField } from '@yunbiao/ui/field.tsx';
import { readNumber } from '@yunbiao/ui/number.ts';
import { vars } from '@yunbiao/ui/vars.ts';
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
  memo,
} from 'react';
import css from './gif.module.css';
import { MAX_FRAMES } from './model/frames.ts';
import { uncut, within } from './model/layout.ts';
import { countFrames, FPS, secondsText, SPEEDS, type Trim, trimmedTo } from './model/trim.ts';
import type { Studio } from './studio.ts';
import { Thumb } from './thumb.tsx';
import type { Key, SourceFacts } from './worker/messages.ts';

/** Pictures of the filmstrip, and the longest side of each, px. */
const PICTURES = 12;
const PICTURE_PX = 160;

type Video = Extract<SourceFacts, { kind: 'video' }>;

/** Pictures of the whole video, at equal distances. */
const useStrip = (studio: Studio, source: number, video: Video): readonly Key[] => {
  const keys = useMemo(
    () =>
      Array.from({ length: PICTURES }, (_, index) => ({
        source,
        at: ((index + 0.5) / PICTURES) * video.duration,
      })),
    [source, video],
  );
  useEffect(
    () => studio.strip.ask({ keys, layout: uncut(within(video, PICTURE_PX)), longest: PICTURE_PX }),
    [studio, keys, video],
  );
  return keys;
};

/** How far a key moves an end, in frames of the video. */
const framesOfKey = (event: KeyboardEvent, fps: number): number => {
  const by = event.shiftKey ? 10 : 1;
  if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') return -by;
  if (event.key === 'ArrowRight' || event.key === 'ArrowUp') return by;
  if (event.key === 'PageDown') return -fps;
  if (event.key === 'PageUp') return fps;
  return 0;
};

const Needle = (props: {
  end: 'start' | 'end';
  trim: Trim;
  video: Video;
  box: React.RefObject<HTMLDivElement | null>;
  onTrim: (trim: Trim) => void;
}) => {
  const { end, trim, video, box, onTrim } = props;
  const move = (seconds: number): void => onTrim(trimmedTo(trim, end, seconds, video));
  const onMove = (event: PointerEvent): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return;
    const { left, width } = box.current.getBoundingClientRect();
    move(((event.clientX - left) / width) * video.duration);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = framesOfKey(event, video.fps);
    if (by === 0) return;
    event.preventDefault();
    move(trim[end] + by / video.fps);
  };
  return (
    <div
      className={css.needle}
      style={vars({ p: trim[end] / video.duration })}
      role="slider"
      tabIndex={0}
      aria-label={end === 'start' ? '从哪里开始' : '到哪里为止'}
      aria-valuemin={0}
      aria-valuemax={Math.round(video.duration * 100) / 100}
      aria-valuenow={Math.round(trim[end] * 100) / 100}
      aria-valuetext={`${secondsText(trim[end])} 秒`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onMove}
      onKeyDown={onKeyDown}
    >
      <span>{secondsText(trim[end])}</span>
    </div>
  );
};

const Pace = ({ trim, onTrim }: { trim: Trim; onTrim: (trim: Trim) => void }) => {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(trim.fps);
  const getError = (text: string): string | undefined => {
    const fps = readNumber(text);
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
        value={shown}
        error={getError(shown)}
        onChange={(text) => {
          const isWrong = getError(text) !== undefined;
          setTyped(isWrong ? text : null);
          if (!isWrong) onTrim({ ...trim, fps: Number(readNumber(text)) });
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

/** Times that are written: no more than fit on a phone. */
const MAX_TIME_LABELS = 6;

/** Whole steps of seconds or minutes, as few as there is room for. */
const Ruler = ({ duration }: { duration: number }) => {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600];
  const step = steps.find((one) => duration / one <= MAX_TIME_LABELS) ?? 3600;
  const times = Array.from({ length: Math.ceil(duration / step) }, (_, index) => index * step);
  return (
    <div className={css.ruler} aria-hidden="true">
      {times.map((time) => (
        <span key={time} style={vars({ p: time / duration })}>
          {time < 60 ? `${time} s` : `${Math.floor(time / 60)} min ${time % 60 || ''}`}
        </span>
      ))}
    </div>
  );
};

const PlayHead = ({ studio, video }: { studio: Studio; video: Video }) => {
  const shown = useStore(studio.shown);
  const { frames } = useStore(studio.work).history.now;
  const at = frames[shown]?.at;
  if (at === undefined) return null;
  return <i className={css.playHead} style={vars({ p: at / video.duration })} aria-hidden="true" />;
};

/** The whole video as a strip, and the part of it that is taken: two needles, to the frame. */
const FilmOf = ({
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
  const keys = useStrip(studio, source, video);
  const onTrim = (next: Trim): void => studio.trim(next);
  // Another part has other frames: what was changed of these one by one goes with them.
  const isEdited = useStore(studio.work, ({ history }) => history.past.length > 0);
  const tooMany = countFrames(trim) > MAX_FRAMES;
  return (
    <section className={css.block} aria-label="剪一段">
      <header className={css.blockHead}>
        <h2>剪一段</h2>
        <span className={css.hint}>
          {isEdited ? '再挪针，逐帧改过的就重来' : '拖针，或用方向键一帧一帧挪'}
        </span>
        <span className={`mono ${css.span}`}>
          起 {secondsText(trim.start)} 止 {secondsText(trim.end)} 长{' '}
          {secondsText(trim.end - trim.start)} s
        </span>
      </header>
      <div
        className={css.film}
        ref={box}
        style={vars({ a: trim.start / video.duration, b: trim.end / video.duration })}
      >
        <Ruler duration={video.duration} />
        <div className={css.filmStrip}>
          {keys.map((key) => (
            <Thumb key={key.at} pictures={studio.strip} of={key} />
          ))}
        </div>
        <div className={css.part} aria-hidden="true" />
        <PlayHead studio={studio} video={video} />
        <Needle end="start" trim={trim} video={video} box={box} onTrim={onTrim} />
        <Needle end="end" trim={trim} video={video} box={box} onTrim={onTrim} />
      </div>
      <Pace trim={trim} onTrim={onTrim} />
      {tooMany && (
        <p className="field-err" role="alert">
          这样有 {countFrames(trim)} 帧，最多 {MAX_FRAMES}{' '}
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
  return <FilmOf studio={studio} source={file.source} video={file.facts} trim={trim} />;
});
