/** A filter without a separate label: it shows 全部打印机 or the selected option. */
export const FilterSelect = ({
  label,
  allLabel,
  value,
  options,
  onChange,
}: {
  label: string;
  allLabel: string;
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
      <option value="">{allLabel}</option>
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
