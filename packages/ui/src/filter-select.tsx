/** A filter that is also its own label: 全部打印机, or the chosen one. */
export const FilterSelect = ({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string;
  all: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}) => (
  <span className="field-box compact">
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {value !== undefined && !options.some((option) => option.value === value) && (
        <option value={value}>
          {label} {value}
        </option>
      )}
    </select>
  </span>
);
