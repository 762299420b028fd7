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
  /** Zero of both rulers from the top left corner, mm. */
  origin: { xMm: number; yMm: number };
  /** How far the rulers are numbered, mm. */
  widthMm: number;
  heightMm: number;
  /** Marked on the rulers, mm. */
  mark?: { x: Extent; y: Extent };
  children: ReactNode;
};

/** A ruled bench. Children placed with `className="at"` and `vars({ x, y, w, h })` in mm stand where the rulers say. */
export const Bench = ({ pxPerMm, origin, widthMm, heightMm, mark, children }: BenchProps) => {
  const step = rulerStep(pxPerMm);
  return (
    <div className="bench" style={vars({ u: `${pxPerMm}px`, ox: origin.xMm, oy: origin.yMm })}>
      <div className="rc" aria-hidden="true">
        mm
      </div>
      <div className="scale rx" aria-hidden="true">
        {mark && <i style={vars({ x: mark.x.from, w: mark.x.length })} />}
        {numbers(widthMm, step).map((n) => (
          <span key={n} style={vars({ n })}>
            {n}
          </span>
        ))}
      </div>
      <div className="scale v ry" aria-hidden="true">
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
