import { GIF_LIMITS } from '@yunbiao/contract/limits/gif';
import { useStore } from '@yunbiao/ui';
import { Dial } from '@yunbiao/ui/dial.tsx';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { memo } from 'react';
import css from './gif.module.css';
import { getLimit } from './model/limit.ts';
import type { Studio } from './studio.ts';

const COLOURS = ['256', '128', '64', '32', '16', '8'].map((value) => ({
  value,
  label: `${value} 色`,
}));

/** How the colours are chosen; under a limit of size that is found out. */
export const QualityPanel = memo(({ studio }: { studio: Studio }) => {
  const { quality, limit } = useStore(studio.work);
  const set = (part: Partial<typeof quality>): void =>
    studio.set({ quality: { ...quality, ...part } });
  const isFitted = (getLimit(limit) ?? null) !== null;
  return (
    <section className={css.settings} aria-label="画质">
      <h2>画质</h2>
      <Segmented
        legend="怎么压"
        name="method"
        value={quality.method}
        options={[
          { value: 'best', label: '最好看' },
          { value: 'fast', label: '快一点' },
        ]}
        onChange={(method) => set({ method: method === 'fast' ? 'fast' : 'best' })}
      />
      {!isFitted && (
        <SelectField
          label="颜色"
          name="colours"
          value={String(quality.colours)}
          options={COLOURS}
          onChange={(colours) => set({ colours: Number(colours) })}
        />
      )}
      <SelectField
        label="调色板"
        name="palette"
        value={quality.palette}
        options={[
          { value: 'perFrame', label: '每帧一个，颜色准' },
          { value: 'shared', label: '共用一个，文件小' },
        ]}
        onChange={(palette) => set({ palette: palette === 'shared' ? palette : 'perFrame' })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={quality.dither}
          onChange={(event) => set({ dither: event.target.checked })}
        />
        抖动：渐变更顺，文件大一些
      </label>
      {isFitted ? (
        <p className="small faint">定了上限，几种颜色、有损多少由工具来选。</p>
      ) : (
        <Dial
          label="有损"
          name="lossy"
          value={quality.lossy}
          {...GIF_LIMITS.lossy}
          major={20}
          hint="越大文件越小，花点越多"
          onChange={(lossy) => set({ lossy })}
        />
      )}
    </section>
  );
});
