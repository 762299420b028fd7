import css from './meter.module.css';
import { vars } from './vars.ts';

/** How far something is, 0–100: a scale with a needle. `className` is for its place only. */
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
    style={vars({ v: percent })}
  >
    <b />
  </div>
);
