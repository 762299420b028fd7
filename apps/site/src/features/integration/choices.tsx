import css from './integration.module.css';

/** What of a few things is chosen: boxes to tick, each with a line that says more. */
export const Choices = <Value extends string>({
  legend,
  name,
  all,
  chosen,
  words,
  error,
  onChange,
}: {
  legend: string;
  /** The field of the form. */
  name: string;
  all: readonly Value[];
  chosen: readonly Value[];
  words: Record<Value, { word: string; hint: string }>;
  error: string | undefined;
  /** The chosen ones, in the order of `all`. */
  onChange: (chosen: Value[]) => void;
}) => (
  <div className={css.scopes} role="group" aria-labelledby={`choices-${name}`}>
    <span id={`choices-${name}`}>{legend}</span>
    {all.map((value) => (
      <label key={value} className="check">
        <input
          type="checkbox"
          name={name}
          checked={chosen.includes(value)}
          onChange={({ target }) =>
            onChange(all.filter((one) => (one === value ? target.checked : chosen.includes(one))))
          }
        />
        <span>
          {words[value].word}
          <small>{words[value].hint}</small>
        </span>
      </label>
    ))}
    {error && (
      <p className="field-err" role="alert">
        {error}
      </p>
    )}
  </div>
);
