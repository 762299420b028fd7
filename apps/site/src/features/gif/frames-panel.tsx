import { Icon, useStore } from '@yunbiao/ui';
import { readNumber } from '@yunbiao/ui/number.ts';
import { useState, memo } from 'react';
import { FrameStrip } from './frame-strip.tsx';
import css from './gif.module.css';
import {
  commonDelay,
  DELAY_MS,
  delayed,
  duplicated,
  nudged,
  pingPong,
  removed,
  reversed,
} from './model/frames.ts';
import type { Studio } from './studio.ts';

/** The delay all frames have, or are given. */
const CommonDelay = ({ studio }: { studio: Studio }) => {
  const { frames } = useStore(studio.work).history.now;
  const [typed, setTyped] = useState<string | null>(null);
  const common = commonDelay(frames);
  const take = (): void => {
    const ms = typed === null ? null : readNumber(typed);
    if (ms !== null && ms >= DELAY_MS.min && ms <= DELAY_MS.max)
      studio.change((list) => delayed(list, ms));
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
          value={typed ?? (common === null ? '' : String(Math.round(common)))}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take();
            if (event.key === 'Escape') setTyped(null);
          }}
        />
        <em>ms</em>
      </span>
    </label>
  );
};

/** The frames, and what can be done with those that are chosen or with all. */
export const FramesPanel = memo(({ studio }: { studio: Studio }) => {
  const { history } = useStore(studio.work);
  const { frames, chosen } = history.now;
  const acts = [
    { label: '前移', act: () => studio.change((list) => nudged(list, -1)), off: chosen.size === 0 },
    { label: '后移', act: () => studio.change((list) => nudged(list, 1)), off: chosen.size === 0 },
    { label: '再来一份', act: () => studio.change(duplicated), off: chosen.size === 0 },
    { label: '删掉', act: () => studio.change(removed), off: chosen.size === 0 },
    { label: '倒放', act: () => studio.change(reversed), off: frames.length < 2 },
    { label: '往返', act: () => studio.change(pingPong), off: frames.length < 3 },
  ];
  return (
    <section className={css.block} aria-label="帧">
      <header className={css.blockHead}>
        <h2>{frames.length} 帧</h2>
        <span className={`${css.hint} ${css.keys}`}>点一帧选中，拖着或按 Ctrl 加方向键挪动</span>
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
        <p className="medium quiet">没有帧了：撤销，或者再加图片。</p>
      )}
    </section>
  );
});
