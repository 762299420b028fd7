import type { ReactNode } from 'react';
import { toCssVars } from '../css-vars.ts';
import './bench.css';

/** Distance between numbers on a ruler, mm. They are at least 32 px apart. */
export const chooseRulerStep = (pxPerMm: number): number =>
  [5, 10, 20, 50, 100].find((mm) => mm * pxPerMm >= 32) ?? 200;

const listRulerNumbers = (toMm: number, step: number): number[] =>
  Array.from({ length: Math.floor(toMm / step) + 1 }, (_, i) => i * step);

export type Extent = { from: number; length: number };

export type BenchProps = {
  /** Scale: px per mm. */
  pxPerMm: number;
  /**
   * Shrinks the scale until this many mm fit the container width. The scale is at most `pxPerMm`.
   */
  fitWidthMm?: number;
  /** CSS length of a millimetre, if only CSS knows the size. `pxPerMm` is then an estimate. */
  mm?: string;
  /** Zero point of both rulers, from the top left corner. */
  origin: { xMm: number; yMm: number } | { xPx: number; yPx: number };
  /** Length of the ruler numbering, mm. */
  widthMm: number;
  heightMm: number;
  /** Range highlighted on the rulers, mm. */
  highlight?: { x: Extent; y: Extent };
  children: ReactNode;
};

/**
 * A bench with rulers. Children with `className="placed"` and `toCssVars({ x, y, w, h })` in mm
 * align with the rulers.
 */
export const Bench = (props: BenchProps) =>
  props.fitWidthMm === undefined ? (
    <RuledBench {...props} />
  ) : (
    <div className="bench-fit">
      <RuledBench {...props} />
    </div>
  );

/** Width of the vertical ruler, and of the narrowest container (a phone), px. */
const RULER_PX = 24;
const NARROWEST_PX = 300;

const getBenchScaleCss = (pxPerMm: number, fitMm: number | undefined): string =>
  fitMm === undefined ? `${pxPerMm}px` : `min(${pxPerMm}px, (100cqi - ${RULER_PX}px) / ${fitMm})`;

const getRulerOriginVars = (origin: BenchProps['origin']) =>
  'xMm' in origin
    ? { ox: origin.xMm, oy: origin.yMm }
    : { 'zero-x': `${origin.xPx}px`, 'zero-y': `${origin.yPx}px` };

const RuledBench = (props: BenchProps) => {
  const { pxPerMm, fitWidthMm, mm, origin, widthMm, heightMm, highlight, children } = props;
  const step = chooseRulerStep(
    fitWidthMm === undefined ? pxPerMm : Math.min(pxPerMm, NARROWEST_PX / fitWidthMm),
  );
  return (
    <div
      className="bench"
      style={toCssVars({
        u: mm ?? getBenchScaleCss(pxPerMm, fitWidthMm),
        ...getRulerOriginVars(origin),
      })}
    >
      <div className="ruler-corner" aria-hidden="true">
        mm
      </div>
      <div className="scale ruler-x" aria-hidden="true">
        {highlight && <i style={toCssVars({ x: highlight.x.from, w: highlight.x.length })} />}
        {listRulerNumbers(widthMm, step).map((n) => (
          <span key={n} style={toCssVars({ n })}>
            {n}
          </span>
        ))}
      </div>
      <div className="scale vertical ruler-y" aria-hidden="true">
        {highlight && <i style={toCssVars({ y: highlight.y.from, h: highlight.y.length })} />}
        {listRulerNumbers(heightMm, step).map((n) => (
          <span key={n} style={toCssVars({ n })}>
            {n}
          </span>
        ))}
      </div>
      <div className="stage" style={toCssVars({ H: heightMm })}>
        {children}
      </div>
    </div>
  );
};
