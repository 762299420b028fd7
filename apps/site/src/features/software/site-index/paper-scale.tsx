import { vars } from '@yunbiao/ui/vars.ts';
import type { HomeSoftware } from '../home/home-data.ts';
import { sizeOf, type SampleTemplate } from '../template.ts';
import css from './paper-scale.module.css';

/** The ruler ends at a full ten, past the widest paper and not before 110 mm: as wide as common print heads. */
export const scaleEnd = (widths: readonly number[]): number =>
  Math.max(110, ...widths.map((width) => Math.ceil(width / 10) * 10));

type PaperScaleProps = { softwares: readonly HomeSoftware[]; templates: readonly SampleTemplate[] };

/** The widths of each software's sample labels on one ruler, in millimetres. */
export const PaperScale = ({ softwares, templates }: PaperScaleProps) => {
  const end = scaleEnd(templates.map((template) => template.widthMm));
  const tens = Array.from({ length: end / 10 + 1 }, (_, index) => index * 10);
  return (
    <figure className={css.figure}>
      <div className={css.chart} style={vars({ end })}>
        <div className={css.ruler} aria-hidden="true">
          <div className={`scale ${css.ticks}`} />
          {tens.map((n) => (
            <span key={n} style={vars({ n })} className={n % 20 === 0 ? undefined : 'hide'}>
              {n}
            </span>
          ))}
        </div>
        {softwares.map((software) => (
          <div className={css.row} key={software.id}>
            <b>{software.name}</b>
            <ul>
              {templates
                .filter((template) => template.softwareAlias === software.alias)
                .toSorted((a, b) => a.widthMm - b.widthMm)
                .map((template) => (
                  <li key={template.id} style={vars({ w: template.widthMm })}>
                    <i />
                    <span>
                      {template.name} {sizeOf(template)}
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
