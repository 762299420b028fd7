import { Icon } from '@yunbiao/ui';
import css from '../gif.module.css';

const PAUSE = 'M5.5 3.5v9M10.5 3.5v9';
const PLAY = 'M5 3.5v9l7.5-4.5z';

/** Buttons for previous frame, play or pause, and next frame. */
export const PlaybackControls = (props: {
  isPlaying: boolean;
  onPlay: (isPlaying: boolean) => void;
  onStep: (by: number) => void;
}) => (
  <span className={css.transport}>
    <button
      type="button"
      className="icon-button"
      aria-label="上一帧"
      onClick={() => props.onStep(-1)}
    >
      <Icon name="left" />
    </button>
    <button
      type="button"
      className="icon-button"
      aria-label={props.isPlaying ? '暂停' : '播放'}
      onClick={() => props.onPlay(!props.isPlaying)}
    >
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={props.isPlaying ? PAUSE : PLAY} />
      </svg>
    </button>
    <button
      type="button"
      className="icon-button"
      aria-label="下一帧"
      onClick={() => props.onStep(1)}
    >
      <Icon name="right" />
    </button>
  </span>
);
