import { GIF_LIMITS } from '@yunbiao/contract/limits/gif';
import { useStore } from '@yunbiao/ui';
import { Dial } from '@yunbiao/ui/label/dial.tsx';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { memo } from 'react';
import css from '../gif.module.css';
import { parseFileSizeLimit } from '../model/limit.ts';
import type { Studio } from '../studio.ts';

const COLOURS = ['256', '128', '64', '32', '16', '8'].map((value) => ({
  value,
  label: `${value} 色`,
}));

/** Colour settings. Under a size limit they are chosen automatically. */
export const QualityPanel = memo(({ studio }: { studio: Studio }) => {
  const { quality, limit } = useStore(studio.work);
  const setQuality = (part: Partial<typeof quality>): void =>
    studio.set({ quality: { ...quality, ...part } });
  const isFitted = (parseFileSizeLimit(limit) ?? null) !== null;
  return (
    <section className={css.settings} aria-label="画质">
      <h2>画质</h2>
      <Segmented
        legend="压缩方式"
        name="method"
        value={quality.method}
        options={[
          { value: 'best', label: '最好看' },
          { value: 'fast', label: '快一点' },
        ]}
        onChange={(method) => setQuality({ method: method === 'fast' ? 'fast' : 'best' })}
      />
      {!isFitted && (
        <SelectField
          label="颜色"
          name="colours"
          value={String(quality.colours)}
          options={COLOURS}
          onChange={(colours) => setQuality({ colours: Number(colours) })}
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
        onChange={(palette) => setQuality({ palette: palette === 'shared' ? palette : 'perFrame' })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={quality.dither}
          onChange={(event) => setQuality({ dither: event.target.checked })}
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
          hint="越大文件越小，噪点越多"
          onChange={(lossy) => setQuality({ lossy })}
        />
      )}
    </section>
  );
});
