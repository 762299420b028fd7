import type { TemplateElement } from '@yunbiao/label';
import { Bench } from '@yunbiao/ui/bench.tsx';
import { LabelPaper } from '@yunbiao/ui/label-paper.tsx';
import { vars } from '@yunbiao/ui/vars.ts';
import css from './hero-bench.module.css';
import type { Lead } from './leads.ts';

type Size = { widthMm: number; heightMm: number };

/** Screen pixels a millimetre: at 8 one pixel is one dot of a 203 dpi head. Large labels lie on the bench at half size. */
export const benchScale = ({ widthMm, heightMm }: Size): 8 | 4 =>
  widthMm <= 64 && heightMm <= 50 ? 8 : 4;

type HeroBenchProps = {
  /** Id of the drawing, to be shown again elsewhere. */
  id: string;
  size: Size;
  svg: string;
  title: string;
  leads: readonly Lead[];
  /** The element whose field has the focus. */
  picked: TemplateElement | undefined;
};

const boxOf = ({ xMm, yMm, widthMm, heightMm }: TemplateElement) =>
  vars({ x: xMm, y: yMm, w: widthMm, h: heightMm });

/** Room for the label on a full-width page, px: it lies in the middle there. */
const STAGE_PX = 640;

/** The hero's label between rulers, with numbered lines to the elements its fields fill. */
export const HeroBench = ({ id, size, svg, title, leads, picked }: HeroBenchProps) => {
  const scale = benchScale(size);
  return (
    <div className={css.place} style={vars({ W: size.widthMm })}>
      <Bench
        pxPerMm={scale}
        origin={{ xMm: Math.max(4, (STAGE_PX / scale - size.widthMm) / 2), yMm: 6 }}
        widthMm={size.widthMm + 10}
        heightMm={size.heightMm}
        {...(picked
          ? {
              mark: {
                x: { from: picked.xMm, length: picked.widthMm },
                y: { from: picked.yMm, length: picked.heightMm },
              },
            }
          : {})}
      >
        <div className="at" style={vars({ x: 0, y: 0, w: size.widthMm, h: size.heightMm })}>
          <LabelPaper id={id} svg={svg} title={title} />
        </div>
        {picked && <div className={`at ${css.pick}`} style={boxOf(picked)} />}
        {leads.map((lead) => (
          <div
            key={lead.number}
            className={`${css.lead} ${css[lead.side]}`}
            style={vars({ x: lead.xMm, y: lead.yMm, l: lead.lengthMm })}
            aria-hidden="true"
          >
            <span className={css.num}>{lead.number}</span>
          </div>
        ))}
      </Bench>
    </div>
  );
};
