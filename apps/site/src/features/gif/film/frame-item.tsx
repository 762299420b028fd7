import { Icon, useStore } from '@yunbiao/ui';
import { isInRange, parseNumber } from '@yunbiao/ui/number.ts';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { type MouseEvent, type PointerEvent, useState } from 'react';
import css from '../gif.module.css';
import { type Choice, DELAY_MS, type Frame } from '../model/frames.ts';
import type { Studio } from '../studio.ts';
import { Thumb } from './thumb.tsx';

type FrameItemProps = {
  frame: Frame;
  /** Position in the strip, 0-based. */
  place: number;
  studio: Studio;
  isChosen: boolean;
  isTabStop: boolean;
  onPress: (choice: Choice) => void;
  onDown: (event: PointerEvent) => void;
  onDelay: (ms: number) => void;
  onRemove: () => void;
};

const getSelectionMode = (event: MouseEvent): Choice =>
  event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';

/** Delay of one frame. The input is applied on blur or Enter. */
const DelayBox = ({
  place,
  ms,
  onDelay,
}: {
  place: number;
  ms: number;
  onDelay: (ms: number) => void;
}) => {
  const [typedDelay, setTyped] = useState<string | null>(null);
  const applyFrameDelay = (): void => {
    const value = typedDelay === null ? null : parseNumber(typedDelay);
    if (value !== null && isInRange(value, DELAY_MS) && value !== Math.round(ms)) onDelay(value);
    setTyped(null);
  };
  return (
    <span className={`field-box ${css.delay}`}>
      <input
        aria-label={`第 ${place + 1} 帧停多久，毫秒`}
        inputMode="numeric"
        autoComplete="off"
        value={typedDelay ?? String(Math.round(ms))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={applyFrameDelay}
        onKeyDown={(event) => {
          if (event.key === 'Enter') applyFrameDelay();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
      <em>ms</em>
    </span>
  );
};

/** A frame in the strip: number, picture and delay. */
export const FrameItem = (props: FrameItemProps) => {
  const { frame, place, isChosen, studio } = props;
  // Subscribes to its own state only: an animation can switch frames fifty times a second.
  const isShown = useStore(studio.shown, (shownPlace) => shownPlace === place);
  const isMissed = useStore(studio.preview.version, () => studio.preview.isMissed(frame));
  return (
    <li
      className={`${css.frame} ${isChosen ? css.chosen : ''}`}
      style={toCssVars({ place })}
      data-place={place}
    >
      <button
        type="button"
        className={css.cell}
        aria-label={`第 ${place + 1} 帧${isMissed ? '，读不了' : ''}`}
        aria-pressed={isChosen}
        aria-current={isShown || undefined}
        tabIndex={props.isTabStop ? 0 : -1}
        onClick={(event) => props.onPress(getSelectionMode(event))}
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
          aria-label={`删除第 ${place + 1} 帧`}
          onClick={props.onRemove}
        >
          <Icon name="close" />
        </button>
      )}
      <DelayBox place={place} ms={frame.delayMs} onDelay={props.onDelay} />
    </li>
  );
};
