import css from './integration.module.css';

/** Checkbox group with a hint for each option. */
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
  /** Name of the form field. */
  name: string;
  all: readonly Value[];
  chosen: readonly Value[];
  words: Record<Value, { word: string; hint: string }>;
  error: string | undefined;
  /** Called with the selected values, in the order of `all`. */
  onChange: (values: Value[]) => void;
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
            onChange(
              all.filter((choice) => (choice === value ? target.checked : chosen.includes(choice))),
            )
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
