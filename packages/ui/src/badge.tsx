/** Text of a badge: empty for zero, the number up to `max`, then "99+". */
export const formatBadge = (count: number, max = 99): string =>
  count <= 0 ? '' : count > max ? `${max}+` : String(count);

export const Badge = ({ count, max = 99 }: { count: number; max?: number }) => {
  const text = formatBadge(count, max);
  return text ? <span className="badge">{text}</span> : null;
};
