import { Bench } from '@yunbiao/ui/bench.tsx';
import { vars } from '@yunbiao/ui/vars.ts';
import { type ReactNode, useState } from 'react';
import { DotCanvas } from './dot-canvas.tsx';
import type { DrawnLabel, EngineState } from './engine.ts';
import { type Fit, fitDots, fitWhole, scaleText } from './fit.ts';
import css from './label.module.css';
import { LabelWait } from './label-wait.tsx';
import { usePixelRatio, useRoom } from './use-room.ts';

/** Width of a ruler, px; see bench.css. */
const RULER = 24;
/** Bench around the label, px: room for the dimension line below. */
const MARGIN_X = 16;
const MARGIN_Y = 28;

type LabelPreviewProps = {
  state: EngineState;
  drawn: DrawnLabel | null;
  /** Size on the media, before anything is drawn: mm. */
  size: { widthMm: number; heightMm: number; dotsPerMm: number };
  title: string;
  /** The label where it is drawn elsewhere, in place of `drawn`: so wide and high on the page, exactly when dot for dot. */
  picture?: (place: { widthPx: number; heightPx: number; exact: boolean }) => ReactNode;
  /** Told how the label is shown, for the caption. */
  footer: (scale: ReactNode) => ReactNode;
};

type Shown = { widthDots: number; heightDots: number; dotsPerMm: number };

const getShownSize = ({ drawn, size }: LabelPreviewProps): Shown =>
  drawn ?? {
    widthDots: Math.round(size.widthMm * size.dotsPerMm),
    heightDots: Math.round(size.heightMm * size.dotsPerMm),
    dotsPerMm: size.dotsPerMm,
  };

type OnBenchProps = { props: LabelPreviewProps; shown: Shown; fit: Fit; measured: boolean };

const OnBench = ({ props, shown, fit, measured }: OnBenchProps) => {
  const pxPerMm = shown.dotsPerMm * fit.cssPerDot;
  const widthPx = shown.widthDots * fit.cssPerDot;
  const heightPx = shown.heightDots * fit.cssPerDot;
  const place = { widthPx, heightPx, exact: fit.pixelsPerDot >= 1 };
  const widthMm = shown.widthDots / shown.dotsPerMm;
  const heightMm = shown.heightDots / shown.dotsPerMm;
  return (
    <Bench
      pxPerMm={pxPerMm}
      {...(measured ? {} : { mm: `calc(var(--wide) / ${widthMm})` })}
      origin={{ xPx: MARGIN_X, yPx: MARGIN_Y }}
      widthMm={widthMm}
      heightMm={heightMm}
      mark={{ x: { from: 0, length: widthMm }, y: { from: 0, length: heightMm } }}
    >
      <div className="placed" style={vars({ x: 0, y: 0, w: widthMm, h: heightMm })}>
        <div
          className={css.paper}
          style={
            measured ? { width: widthPx, height: heightPx } : { width: '100%', height: '100%' }
          }
        >
          {props.picture ? (
            props.picture(place)
          ) : props.drawn ? (
            <DotCanvas drawn={props.drawn} {...place} title={props.title} />
          ) : (
            <LabelWait state={props.state} />
          )}
        </div>
      </div>
      <div
        className="dimension horizontal"
        style={{ ...vars({ x: 0, y: heightMm, w: widthMm }), marginTop: 8 }}
        aria-hidden="true"
      >
        <span>{widthMm.toFixed(1)}</span>
      </div>
    </Bench>
  );
};

/**
 * A label on a ruled bench, dot for dot: every dot of the print head is the same whole number of screen pixels, so
 * codes scan from the screen. A label wider than its place is shown whole first, and scrolls when asked for dot for dot.
 */
export const LabelPreview = (props: LabelPreviewProps) => {
  const ratio = usePixelRatio();
  const { ref, room, measured } = useRoom<HTMLDivElement>(538);
  const [whole, setWhole] = useState(true);
  const shown = getShownSize(props);
  const place = room - RULER - 2 * MARGIN_X;
  const exact = fitDots(shown.widthDots, place, ratio, Math.ceil(ratio));
  const tooWide = shown.widthDots * exact.cssPerDot > place + 1;
  const fit = whole && tooWide ? fitWhole(shown.widthDots, place, ratio) : exact;
  const scrolls = tooWide && !whole;
  const minWidth = RULER + 2 * MARGIN_X + shown.widthDots * fit.cssPerDot;
  return (
    <>
      <div
        ref={ref}
        className={css.scroll}
        {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': '预览，可左右滚动' } : {})}
      >
        <div
          {...(measured
            ? { style: { minWidth } }
            : {
                className: `${css.unmeasured} ${css.ratios}`,
                style: vars({ dots: shown.widthDots }),
              })}
        >
          <OnBench props={props} shown={shown} fit={fit} measured={measured} />
        </div>
      </div>
      {props.footer(
        <>
          {tooWide && (
            <button type="button" className={`bare ${css.toggle}`} onClick={() => setWhole(!whole)}>
              {whole ? '原大' : '看全'}
            </button>
          )}
          {scaleText(fit)}
        </>,
      )}
    </>
  );
};
