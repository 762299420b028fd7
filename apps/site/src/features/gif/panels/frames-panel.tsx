import { Icon, useStore } from '@yunbiao/ui';
import { parseNumber } from '@yunbiao/ui/number.ts';
import { useState, memo } from 'react';
import { FrameStrip } from '../film/frame-strip.tsx';
import css from '../gif.module.css';
import {
  findCommonDelay,
  DELAY_MS,
  setFrameDelay,
  duplicateSelectedFrames,
  nudgeSelectedFrames,
  appendReversedFrames,
  removeSelectedFrames,
  reverseFrames,
} from '../model/frames.ts';
import type { Studio } from '../studio.ts';

/** The common delay of all frames, and the input to set it. */
const CommonDelay = ({ studio }: { studio: Studio }) => {
  const { frames } = useStore(studio.work).history.now;
  const [typedDelay, setTyped] = useState<string | null>(null);
  const common = findCommonDelay(frames);
  const applyDelayToFrames = (): void => {
    const ms = typedDelay === null ? null : parseNumber(typedDelay);
    if (ms !== null && ms >= DELAY_MS.min && ms <= DELAY_MS.max)
      studio.change((list) => setFrameDelay(list, ms));
    setTyped(null);
  };
  return (
    <label className={css.common}>
      全部
      <span className="field-box compact">
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label="每帧都停多久，毫秒"
          placeholder="不一样"
          value={typedDelay ?? (common === null ? '' : String(Math.round(common)))}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={applyDelayToFrames}
          onKeyDown={(event) => {
            if (event.key === 'Enter') applyDelayToFrames();
            if (event.key === 'Escape') setTyped(null);
          }}
        />
        <em>ms</em>
      </span>
    </label>
  );
};

/** The frames, with actions on the selected ones or on all. */
export const FramesPanel = memo(({ studio }: { studio: Studio }) => {
  const { history } = useStore(studio.work);
  const { frames, chosen } = history.now;
  const acts = [
    {
      label: '前移',
      act: () => studio.change((list) => nudgeSelectedFrames(list, -1)),
      off: chosen.size === 0,
    },
    {
      label: '后移',
      act: () => studio.change((list) => nudgeSelectedFrames(list, 1)),
      off: chosen.size === 0,
    },
    {
      label: '复制',
      act: () => studio.change(duplicateSelectedFrames),
      off: chosen.size === 0,
    },
    { label: '删除', act: () => studio.change(removeSelectedFrames), off: chosen.size === 0 },
    { label: '倒放', act: () => studio.change(reverseFrames), off: frames.length < 2 },
    { label: '往返', act: () => studio.change(appendReversedFrames), off: frames.length < 3 },
  ];
  return (
    <section className={css.block} aria-label="帧">
      <header className={css.blockHead}>
        <h2>{frames.length} 帧</h2>
        <span className={`${css.hint} ${css.keys}`}>点一帧选中，拖动，或按 Ctrl 加方向键移动</span>
        <span className={css.undo}>
          <button
            type="button"
            className="icon-button"
            aria-label="撤销"
            disabled={history.past.length === 0}
            onClick={() => studio.undo()}
          >
            <Icon name="undo" />
          </button>
          <button
            type="button"
            className={`icon-button ${css.mirrored}`}
            aria-label="重做"
            disabled={history.future.length === 0}
            onClick={() => studio.redo()}
          >
            <Icon name="undo" />
          </button>
        </span>
      </header>
      <div className={css.frameActs}>
        {acts.map(({ label, act, off }) => (
          <button key={label} type="button" className="bare" disabled={off} onClick={act}>
            {label}
          </button>
        ))}
        <CommonDelay studio={studio} />
      </div>
      {frames.length > 0 ? (
        <FrameStrip studio={studio} />
      ) : (
        <p className="medium quiet">没有帧了：撤销，或者继续添加图片。</p>
      )}
    </section>
  );
});
