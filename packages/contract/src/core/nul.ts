/** Whether a value contains U+0000 in a text or key at any depth. PostgreSQL cannot store it. */
export const hasNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\u0000');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes('\u0000') || hasNul(item));
};
