import { Icon, useStore } from '@yunbiao/ui';
import { inRange, readNumber } from '@yunbiao/ui/number.ts';
import { vars } from '@yunbiao/ui/vars.ts';
import { type MouseEvent, type PointerEvent, useState } from 'react';
import css from './gif.module.css';
import { type Choice, DELAY_MS, type Frame } from './model/frames.ts';
import type { Studio } from './studio.ts';
import { Thumb } from './thumb.tsx';

type FrameItemProps = {
  frame: Frame;
  /** In the row, from 0. */
  place: number;
  studio: Studio;
  isChosen: boolean;
  isTabStop: boolean;
  onPress: (choice: Choice) => void;
  onDown: (event: PointerEvent) => void;
  onDelay: (ms: number) => void;
  onRemove: () => void;
};

const getChoice = (event: MouseEvent): Choice =>
  event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';

/** How long one frame stays; what is typed counts once it is left or sent with Enter. */
const DelayBox = ({
  place,
  ms,
  onDelay,
}: {
  place: number;
  ms: number;
  onDelay: (ms: number) => void;
}) => {
  const [typed, setTyped] = useState<string | null>(null);
  const take = (): void => {
    const value = typed === null ? null : readNumber(typed);
    if (value !== null && inRange(value, DELAY_MS) && value !== Math.round(ms)) onDelay(value);
    setTyped(null);
  };
  return (
    <span className={`field-box ${css.delay}`}>
      <input
        aria-label={`第 ${place + 1} 帧停多久，毫秒`}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? String(Math.round(ms))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
      <em>ms</em>
    </span>
  );
};

/** A frame in the row: its number, its picture, how long it stays. */
export const FrameItem = (props: FrameItemProps) => {
  const { frame, place, isChosen, studio } = props;
  // Told of its own turn alone: an animation has fifty a second.
  const isShown = useStore(studio.shown, (shown) => shown === place);
  const isMissed = useStore(studio.preview.version, () => studio.preview.isMissed(frame));
  return (
    <li
      className={`${css.frame} ${isChosen ? css.chosen : ''}`}
      style={vars({ place })}
      data-place={place}
    >
      <button
        type="button"
        className={css.cell}
        aria-label={`第 ${place + 1} 帧${isMissed ? '，读不了' : ''}`}
        aria-pressed={isChosen}
        aria-current={isShown || undefined}
        tabIndex={props.isTabStop ? 0 : -1}
        onClick={(event) => props.onPress(getChoice(event))}
        onPointerDown={props.onDown}
      >
        <span className={css.number}>
          {place + 1}
          {isMissed && <b>读不了</b>}
        </span>
        <span className={css.pane}>
          <Thumb pictures={studio.preview} of={frame} />
        </span>
      </button>
      {isChosen && (
        <button
          type="button"
          className={`icon-button ${css.remove}`}
          aria-label={`删掉第 ${place + 1} 帧`}
          onClick={props.onRemove}
        >
          <Icon name="close" />
        </button>
      )}
      <DelayBox place={place} ms={frame.delayMs} onDelay={props.onDelay} />
    </li>
  );
};
