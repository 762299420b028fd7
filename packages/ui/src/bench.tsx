import type { ReactNode } from 'react';
import { vars } from './vars.ts';
import './bench.css';

/** Distance of the numbers on a ruler, mm: they never stand closer than 32 px. */
export const rulerStep = (pxPerMm: number): number =>
  [5, 10, 20, 50, 100].find((mm) => mm * pxPerMm >= 32) ?? 200;

const numbers = (toMm: number, step: number): number[] =>
  Array.from({ length: Math.floor(toMm / step) + 1 }, (_, i) => i * step);

export type Extent = { from: number; length: number };

export type BenchProps = {
  /** Scale: px per mm. */
  pxPerMm: number;
  /** Shrinks the scale until this many mm fit the place's width; the scale is then at most `pxPerMm`. */
  fitMm?: number;
  /** A millimetre as a CSS length, where only CSS knows the place; `pxPerMm` is a guess then. */
  mm?: string;
  /** Zero of both rulers from the top left corner. */
  origin: { xMm: number; yMm: number } | { xPx: number; yPx: number };
  /** How far the rulers are numbered, mm. */
  widthMm: number;
  heightMm: number;
  /** Marked on the rulers, mm. */
  mark?: { x: Extent; y: Extent };
  children: ReactNode;
};

/** A ruled bench. Children placed with `className="placed"` and `vars({ x, y, w, h })` in mm stand where the rulers say. */
export const Bench = (props: BenchProps) =>
  props.fitMm === undefined ? (
    <Ruled {...props} />
  ) : (
    <div className="bench-fit">
      <Ruled {...props} />
    </div>
  );

/** Width of the vertical ruler, px, and of the narrowest place a bench stands in: a phone. */
const RULER_PX = 24;
const NARROWEST_PX = 300;

const getScale = (pxPerMm: number, fitMm: number | undefined): string =>
  fitMm === undefined ? `${pxPerMm}px` : `min(${pxPerMm}px, (100cqi - ${RULER_PX}px) / ${fitMm})`;

const getOrigin = (origin: BenchProps['origin']) =>
  'xMm' in origin
    ? { ox: origin.xMm, oy: origin.yMm }
    : { 'zero-x': `${origin.xPx}px`, 'zero-y': `${origin.yPx}px` };

const Ruled = (props: BenchProps) => {
  const { pxPerMm, fitMm, mm, origin, widthMm, heightMm, mark, children } = props;
  const step = rulerStep(fitMm === undefined ? pxPerMm : Math.min(pxPerMm, NARROWEST_PX / fitMm));
  return (
    <div
      className="bench"
      style={vars({ u: mm ?? getScale(pxPerMm, fitMm), ...getOrigin(origin) })}
    >
      <div className="ruler-corner" aria-hidden="true">
        mm
      </div>
      <div className="scale ruler-x" aria-hidden="true">
        {mark && <i style={vars({ x: mark.x.from, w: mark.x.length })} />}
        {numbers(widthMm, step).map((n) => (
          <span key={n} style={vars({ n })}>
            {n}
          </span>
        ))}
      </div>
      <div className="scale vertical ruler-y" aria-hidden="true">
        {mark && <i style={vars({ y: mark.y.from, h: mark.y.length })} />}
        {numbers(heightMm, step).map((n) => (
          <span key={n} style={vars({ n })}>
            {n}
          </span>
        ))}
      </div>
      <div className="stage" style={vars({ H: heightMm })}>
        {children}
      </div>
    </div>
  );
};
