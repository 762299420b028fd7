import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { HomeSoftware } from '../home/home-data.ts';
import type { ShownLabel } from '../shown-label.ts';
import css from './paper-scale.module.css';

/**
 * End of the ruler: a multiple of 10 mm, beyond the widest paper, and at least 110 mm, the width of
 * common print heads.
 */
export const computeScaleEnd = (widths: readonly number[]): number =>
  Math.max(110, ...widths.map((width) => Math.ceil(width / 10) * 10));

type PaperScaleProps = { softwares: readonly HomeSoftware[]; labels: readonly ShownLabel[] };

/** Groups label names by paper width, mm, narrow ones first. */
export const groupNamesByWidth = (
  labels: readonly Pick<ShownLabel, 'name' | 'widthMm'>[],
): [number, string[]][] => {
  const byWidth = new Map<number, string[]>();
  for (const { name, widthMm } of labels)
    byWidth.set(widthMm, [...(byWidth.get(widthMm) ?? []), name]);
  return [...byWidth].toSorted(([a], [b]) => a - b);
};

/** Widths of the sample labels of each software on one ruler, mm. */
export const PaperScale = ({ softwares, labels }: PaperScaleProps) => {
  const end = computeScaleEnd(labels.map(({ widthMm }) => widthMm));
  const tens = Array.from({ length: end / 10 + 1 }, (_, index) => index * 10);
  return (
    <figure className={css.figure}>
      <div className={css.chart} style={toCssVars({ end })}>
        <div className={css.ruler} aria-hidden="true">
          <div className={`scale ${css.ticks}`} />
          {tens.map((n) => (
            <span key={n} style={toCssVars({ n })} className={n % 20 === 0 ? undefined : 'hide'}>
              {n}
            </span>
          ))}
        </div>
        {softwares.map((software) => (
          <div className={css.row} key={software.id}>
            <b>{software.name}</b>
            <ul>
              {groupNamesByWidth(
                labels.filter(({ softwareAlias }) => softwareAlias === software.alias),
              ).map(([widthMm, names]) => (
                <li key={widthMm} style={toCssVars({ w: widthMm })}>
                  <i />
                  <span>
                    {widthMm}&nbsp;mm　{names.join('、')}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <figcaption>
        <b>图 1</b>
        <span>按纸宽选。白条是各软件样例标签的真实宽度，刻度单位 mm。</span>
      </figcaption>
    </figure>
  );
};
