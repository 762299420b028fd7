import { Bench } from '@yunbiao/ui/label/bench.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { type ReactNode, useState } from 'react';
import { DotCanvas } from './dot-canvas.tsx';
import type { DrawnLabel, EngineState } from './engine/engine.ts';
import {
  type Fit,
  computeWholePixelsPerDot,
  computeScaleOfCompleteLabel,
  formatScale,
} from './fit.ts';
import css from './label.module.css';
import { LabelPlaceholder } from './label-placeholder.tsx';
import { usePixelRatio, useMeasuredWidth } from './use-measured-width.ts';

/** Width of a ruler, px; see bench.css. */
const RULER = 24;
/** Margin around the label, px. The bottom margin contains the dimension line. */
const MARGIN_X = 16;
const MARGIN_Y = 28;

type LabelPreviewProps = {
  state: EngineState;
  drawn: DrawnLabel | null;
  /** Size on the media, known before drawing, mm. */
  size: { widthMm: number; heightMm: number; dotsPerMm: number };
  title: string;
  /**
   * Renders the label instead of `drawn`, with the given size on the page. `exact` means a whole
   * number of pixels per dot.
   */
  renderPicture?: (place: { widthPx: number; heightPx: number; exact: boolean }) => ReactNode;
  /** Renders the caption; receives the scale control. */
  renderFooter: (scale: ReactNode) => ReactNode;
};

type Shown = { widthDots: number; heightDots: number; dotsPerMm: number };

const getShownSize = ({ drawn, size }: LabelPreviewProps): Shown =>
  drawn ?? {
    widthDots: Math.round(size.widthMm * size.dotsPerMm),
    heightDots: Math.round(size.heightMm * size.dotsPerMm),
    dotsPerMm: size.dotsPerMm,
  };

type OnBenchProps = { props: LabelPreviewProps; shown: Shown; fit: Fit; measured: boolean };

const PreviewOnBench = ({ props, shown, fit, measured }: OnBenchProps) => {
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
      highlight={{ x: { from: 0, length: widthMm }, y: { from: 0, length: heightMm } }}
    >
      <div className="placed" style={toCssVars({ x: 0, y: 0, w: widthMm, h: heightMm })}>
        <div
          className={css.paper}
          style={
            measured ? { width: widthPx, height: heightPx } : { width: '100%', height: '100%' }
          }
        >
          {props.renderPicture ? (
            props.renderPicture(place)
          ) : props.drawn ? (
            <DotCanvas drawn={props.drawn} {...place} title={props.title} />
          ) : (
            <LabelPlaceholder state={props.state} />
          )}
        </div>
      </div>
      <div
        className="dimension horizontal"
        style={{ ...toCssVars({ x: 0, y: heightMm, w: widthMm }), marginTop: 8 }}
        aria-hidden="true"
      >
        <span>{widthMm.toFixed(1)}</span>
      </div>
    </Bench>
  );
};

/**
 * A label with rulers, dot for dot: each dot of the print head has the same whole number of screen
 * pixels, so that codes scan from the screen. A label wider than its space is scaled to fit first
 * and scrolls when the user selects dot for dot.
 */
export const LabelPreview = (props: LabelPreviewProps) => {
  const ratio = usePixelRatio();
  const { ref, room, measured } = useMeasuredWidth<HTMLDivElement>(538);
  const [isWhole, setWhole] = useState(true);
  const shownSize = getShownSize(props);
  const place = room - RULER - 2 * MARGIN_X;
  const exact = computeWholePixelsPerDot(shownSize.widthDots, place, ratio, Math.ceil(ratio));
  const tooWide = shownSize.widthDots * exact.cssPerDot > place + 1;
  const fit =
    isWhole && tooWide ? computeScaleOfCompleteLabel(shownSize.widthDots, place, ratio) : exact;
  const scrolls = tooWide && !isWhole;
  const minWidth = RULER + 2 * MARGIN_X + shownSize.widthDots * fit.cssPerDot;
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
                style: toCssVars({ dots: shownSize.widthDots }),
              })}
        >
          <PreviewOnBench props={props} shown={shownSize} fit={fit} measured={measured} />
        </div>
      </div>
      {props.renderFooter(
        <>
          {tooWide && (
            <button
              type="button"
              className={`bare ${css.toggle}`}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? '实际大小' : '适合窗口'}
            </button>
          )}
          {formatScale(fit)}
        </>,
      )}
    </>
  );
};
