/** Two native dates; each tells at once, in order. */
export const DateRange = ({
  from,
  to,
  max,
  onChange,
  className,
}: {
  from: string;
  to: string;
  /** The viewer's today: nothing was printed later. */
  max: string;
  onChange: (dates: { from: string; to: string }) => void;
  className?: string | undefined;
}) => (
  <span className={className ? `in sm ${className}` : 'in sm'}>
    <input
      type="date"
      aria-label="开始日期"
      value={from}
      max={to || max}
      onChange={(event) => onChange({ from: event.target.value, to })}
    />
    <span aria-hidden="true">–</span>
    <input
      type="date"
      aria-label="结束日期"
      value={to}
      min={from}
      max={max}
      onChange={(event) => onChange({ from, to: event.target.value })}
    />
  </span>
);
