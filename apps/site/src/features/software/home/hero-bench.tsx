import { Bench } from '@yunbiao/ui/bench.tsx';
import { labelMarkup, LabelPaper } from '@yunbiao/ui/label-paper.tsx';
import { vars } from '@yunbiao/ui/vars.ts';
import type { Drawing } from '../template.ts';
import css from './hero-bench.module.css';
import { type BoxMm, getInk, lineTo } from './lead-line.ts';
import type { Lead } from './leads.ts';

type Size = { widthMm: number; heightMm: number };

/** Screen pixels a millimetre: at 8 one pixel is one dot of a 203 dpi head. Large labels lie on the bench at half size. */
export const benchScale = ({ widthMm, heightMm }: Size): 8 | 4 =>
  widthMm <= 64 && heightMm <= 50 ? 8 : 4;

type HeroBenchProps = {
  /** Id of the drawing, to be shown again elsewhere. */
  id: string;
  size: Size;
  drawing: Pick<Drawing, 'svg' | 'boxes' | 'widthDots'>;
  title: string;
  leads: readonly Lead[];
  /** What is drawn of the field that has the focus. */
  picked: BoxMm | undefined;
};

const getPlace = ({ x0, y0, x1, y1 }: BoxMm) => vars({ x: x0, y: y0, w: x1 - x0, h: y1 - y0 });

/** Room for the label on a full-width page, px: it lies in the middle there. */
const STAGE_PX = 640;

type LeadMarkProps = Pick<HeroBenchProps, 'drawing' | 'size'> & { lead: Lead };

/** A number outside the label and its line, which ends with a dot at the edge of what is drawn. */
const LeadMark = ({ lead, drawing, size }: LeadMarkProps) => {
  const box = getInk(drawing, size.widthMm, lead.elementIds);
  if (!box) return null;
  const { side, xMm, yMm, insideMm } = lineTo(box, size, lead);
  return (
    <div
      className={`${css.lead} ${css[side]}`}
      style={vars({ x: xMm, y: yMm, inside: insideMm })}
      aria-hidden="true"
    >
      <span className={css.ordinal}>{lead.number}</span>
    </div>
  );
};

/** The hero's label between rulers, with numbered lines to what its fields put on it. */
export const HeroBench = ({ id, size, drawing, title, leads, picked }: HeroBenchProps) => {
  const scale = benchScale(size);
  return (
    <div className={css.place} style={vars({ W: size.widthMm })}>
      <Bench
        pxPerMm={scale}
        origin={{ xMm: Math.max(4, (STAGE_PX / scale - size.widthMm) / 2), yMm: 48 / scale }}
        widthMm={size.widthMm + 10}
        heightMm={size.heightMm}
        {...(picked
          ? {
              mark: {
                x: { from: picked.x0, length: picked.x1 - picked.x0 },
                y: { from: picked.y0, length: picked.y1 - picked.y0 },
              },
            }
          : {})}
      >
        <div className="placed" style={vars({ x: 0, y: 0, w: size.widthMm, h: size.heightMm })}>
          <LabelPaper
            paper={{ id: `${id}-paper`, html: labelMarkup(drawing.svg, id) }}
            title={title}
          />
        </div>
        {picked && <div className={`placed ${css.pick}`} style={getPlace(picked)} />}
        {leads.map((lead) => (
          <LeadMark key={lead.number} lead={lead} drawing={drawing} size={size} />
        ))}
      </Bench>
    </div>
  );
};
