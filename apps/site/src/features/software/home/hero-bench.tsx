import { Bench } from '@yunbiao/ui/label/bench.tsx';
import { prepareLabelSvg, LabelPaper } from '@yunbiao/ui/label/label-paper.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { Drawing } from '../template.ts';
import css from './hero-bench.module.css';
import { type BoxMm, getInkBox, computeLeadLine } from './lead-line.ts';
import type { Lead } from './leads.ts';

type Size = { widthMm: number; heightMm: number };

/**
 * Screen pixels per mm. At 8, one pixel is one dot of a 203 dpi head. Large labels use half the
 * scale.
 */
export const getLabelPixelsPerMm = ({ widthMm, heightMm }: Size): 8 | 4 =>
  widthMm <= 64 && heightMm <= 50 ? 8 : 4;

type HeroBenchProps = {
  /** Element id of the drawing, for reuse. */
  id: string;
  size: Size;
  drawing: Pick<Drawing, 'svg' | 'boxes' | 'widthDots'>;
  title: string;
  leads: readonly Lead[];
  /** Area that the focused field occupies. */
  picked: BoxMm | undefined;
};

const toBoxCssVars = ({ x0, y0, x1, y1 }: BoxMm) =>
  toCssVars({ x: x0, y: y0, w: x1 - x0, h: y1 - y0 });

/** Width reserved for the label on wide pages, px. The label is centred in it. */
const STAGE_PX = 640;

type LeadMarkProps = Pick<HeroBenchProps, 'drawing' | 'size'> & { lead: Lead };

/** A number outside the label with a line that ends at the drawn element. */
const LeadMark = ({ lead, drawing, size }: LeadMarkProps) => {
  const box = getInkBox(drawing, size.widthMm, lead.elementIds);
  if (!box) return null;
  const { side, xMm, yMm, insideMm } = computeLeadLine(box, size, lead);
  return (
    <div
      className={`${css.lead} ${css[side]}`}
      style={toCssVars({ x: xMm, y: yMm, inside: insideMm })}
      aria-hidden="true"
    >
      <span className={css.ordinal}>{lead.number}</span>
    </div>
  );
};

/** The hero label between rulers, with numbered lines to its fields. */
export const HeroBench = ({ id, size, drawing, title, leads, picked }: HeroBenchProps) => {
  const scale = getLabelPixelsPerMm(size);
  return (
    <div className={css.place} style={toCssVars({ W: size.widthMm })}>
      <Bench
        pxPerMm={scale}
        origin={{ xMm: Math.max(4, (STAGE_PX / scale - size.widthMm) / 2), yMm: 48 / scale }}
        widthMm={size.widthMm + 10}
        heightMm={size.heightMm}
        {...(picked
          ? {
              highlight: {
                x: { from: picked.x0, length: picked.x1 - picked.x0 },
                y: { from: picked.y0, length: picked.y1 - picked.y0 },
              },
            }
          : {})}
      >
        <div
          className="placed"
          style={toCssVars({ x: 0, y: 0, w: size.widthMm, h: size.heightMm })}
        >
          <LabelPaper
            paper={{ id: `${id}-paper`, html: prepareLabelSvg(drawing.svg, id) }}
            title={title}
          />
        </div>
        {picked && <div className={`placed ${css.pick}`} style={toBoxCssVars(picked)} />}
        {leads.map((lead) => (
          <LeadMark key={lead.number} lead={lead} drawing={drawing} size={size} />
        ))}
      </Bench>
    </div>
  );
};
