/** Whether U+0000 is in a text, a key or anything inside: PostgreSQL stores none, and no text of people has one. */
export const hasNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\u0000');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes('\u0000') || hasNul(item));
};
