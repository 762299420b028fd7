import { useId } from 'react';

type Option = { value: string; label: string };

/** One of a few options: native radio buttons in a strip, with a needle under the selected one. */
export const Segmented = (props: {
  legend: string;
  name: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  /** Hides the legend visually; screen readers still announce it. */
  hideLegend?: boolean;
  small?: boolean;
  className?: string;
}) => {
  const group = useId();
  return (
    <div
      className={props.className ? `field ${props.className}` : 'field'}
      role="radiogroup"
      aria-label={props.legend}
    >
      {!props.hideLegend && <span aria-hidden="true">{props.legend}</span>}
      <div className={props.small ? 'segments compact' : 'segments'}>
        {props.options.map((option) => (
          <label key={option.value}>
            <input
              className="visually-hidden"
              type="radio"
              name={`${props.name}${group}`}
              value={option.value}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </div>
  );
};
