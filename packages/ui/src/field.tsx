import type { KeyboardEvent, ReactNode } from 'react';
import { useId } from 'react';
import { Icon } from './icon.tsx';
import { isInRange, parseNumber, stepNumber } from './number.ts';

type Common = {
  label: ReactNode;
  name: string;
  error?: string | undefined;
  hint?: ReactNode;
  className?: string;
};

/**
 * Label, control, hint and error, linked for assistive technology. `children` gets the IDs to set.
 */
export const Field = ({
  label,
  error,
  hint,
  className,
  children,
}: Omit<Common, 'name'> & {
  children: (ids: { id: string; described: string | undefined }) => ReactNode;
}) => {
  const id = useId();
  const described = error ? `${id}e` : hint ? `${id}h` : undefined;
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <span>
        <label htmlFor={id}>{label}</label>
      </span>
      {children({ id, described })}
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

const getBoxClass = (error: string | undefined): string => (error ? 'field-box bad' : 'field-box');

export const TextField = (
  props: Common & {
    value: string;
    onChange: (value: string) => void;
    maxLength?: number;
    placeholder?: string;
    autoComplete?: string;
  },
) => (
  <Field {...props}>
    {({ id, described }) => (
      <div className={getBoxClass(props.error)}>
        <input
          id={id}
          name={props.name}
          value={props.value}
          maxLength={props.maxLength}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          aria-invalid={props.error !== undefined && props.error !== ''}
          aria-describedby={described}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </div>
    )}
  </Field>
);

export const SelectField = (
  props: Common & {
    value: string;
    onChange: (value: string) => void;
    options: readonly { value: string; label: string }[];
    placeholder?: string;
  },
) => (
  <Field {...props}>
    {({ id, described }) => (
      <div className={getBoxClass(props.error)}>
        <select
          id={id}
          name={props.name}
          value={props.value}
          aria-invalid={props.error !== undefined && props.error !== ''}
          aria-describedby={described}
          onChange={(event) => props.onChange(event.target.value)}
        >
          {props.placeholder !== undefined && <option value="">{props.placeholder}</option>}
          {props.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    )}
  </Field>
);

/**
 * A number with a unit, held as text. Arrow keys change it by a step, and invalid input stays
 * visible until corrected.
 */
export const NumberField = (
  props: Common & {
    value: string;
    onChange: (value: string) => void;
    unit: string;
    min: number;
    max: number;
    step: number;
    placeholder?: string;
    /** Called on Enter and when the focus leaves. */
    onFinish?: () => void;
  },
) => {
  const { value, onChange, min, max, step } = props;
  const stepFieldValue = (by: number): void =>
    onChange(stepNumber(value, by * step, { min, max, step }));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') props.onFinish?.();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    stepFieldValue((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
  };
  const number = parseNumber(value);
  return (
    <Field {...props}>
      {({ id, described }) => (
        <div className={getBoxClass(props.error)}>
          <input
            id={id}
            name={props.name}
            role="spinbutton"
            inputMode={min < 0 ? 'text' : 'decimal'}
            autoComplete="off"
            value={value}
            placeholder={props.placeholder}
            aria-valuemin={min}
            aria-valuemax={max}
            aria-valuenow={number !== null && isInRange(number, { min, max }) ? number : undefined}
            aria-invalid={props.error !== undefined && props.error !== ''}
            aria-describedby={described}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={props.onFinish}
          />
          <em>{props.unit}</em>
          <span className="step" aria-hidden="true">
            <button type="button" tabIndex={-1} onClick={() => stepFieldValue(1)}>
              <Icon name="up" />
            </button>
            <button type="button" tabIndex={-1} onClick={() => stepFieldValue(-1)}>
              <Icon name="down" />
            </button>
          </span>
        </div>
      )}
    </Field>
  );
};
