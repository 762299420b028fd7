import { useId } from 'react';
import { toCssVars } from '../css-vars.ts';
import './dial.css';

type DialProps = {
  label: string;
  name: string;
  value: number;
  min: number;
  max: number;
  /** Interval of the long ticks with numbers. */
  major: number;
  /** Announced after the value: in/s. */
  unit?: string;
  error?: string | undefined;
  hint?: string;
  className?: string;
  onChange: (value: number) => void;
};

/**
 * A slider shown as a scale with a needle. The native range input lies over it, invisible. Whole
 * steps only.
 */
export const Dial = ({
  label,
  name,
  value,
  min,
  max,
  major,
  unit,
  error,
  hint,
  className,
  onChange,
}: DialProps) => {
  const id = useId();
  const toShareOfRange = (at: number): number => (at - min) / (max - min);
  const ticks = Array.from({ length: max - min + 1 }, (_, i) => min + i);
  const numbered = ticks.filter((at) => at % major === 0 || at === min);
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <span>
        <label htmlFor={id}>{label}</label>
        <b>
          {value}
          {unit && ` ${unit}`}
        </b>
      </span>
      <div
        className="dial live"
        style={toCssVars({ v: toShareOfRange(Math.min(max, Math.max(min, value))) })}
      >
        <div className="ticks" aria-hidden="true">
          {ticks.map((at) => (
            <i key={at} className={numbered.includes(at) ? 'major' : undefined} />
          ))}
        </div>
        <b aria-hidden="true" />
        <div className="at-nums" aria-hidden="true">
          {numbered.map((at) => (
            <span key={at} style={toCssVars({ p: toShareOfRange(at) })}>
              {at}
            </span>
          ))}
        </div>
        <input
          id={id}
          name={name}
          type="range"
          min={min}
          max={max}
          step={1}
          value={value}
          aria-valuetext={unit ? `${value} ${unit}` : undefined}
          aria-describedby={error ? `${id}e` : hint ? `${id}h` : undefined}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      </div>
      {error ? (
        <p className="field-err" id={`${id}e`} role="alert">
          {error}
        </p>
      ) : (
        hint && <small id={`${id}h`}>{hint}</small>
      )}
    </div>
  );
};
