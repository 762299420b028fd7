import css from './meter.module.css';
import { toCssVars } from '../css-vars.ts';

/** Progress of 0–100 %, shown as a scale with a needle. `className` is for layout only. */
export const Meter = ({
  label,
  percent,
  className,
}: {
  label: string;
  percent: number;
  className?: string | undefined;
}) => (
  <div
    className={className ? `${css.meter} ${className}` : css.meter}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(percent)}
    style={toCssVars({ v: percent })}
  >
    <b />
  </div>
);
