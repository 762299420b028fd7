/** The result of an operation, before signing. */
export type Said = { status: number; body: unknown; stale?: unknown };

export const createRefusal = (
  status: number,
  code: string,
  message: string,
  detail = {},
): Said => ({
  status,
  body: { code, message, detail },
});

export const createParameterError = (field: string, issue: string): Said =>
  createRefusal(400, 'PARAM_ERROR', '参数错误', { location: 'body', field, issue });

export type Fields = Record<string, unknown>;

export const listFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** A text of at most `max` bytes; empty when it is not valid. */
export const getText = (value: unknown, max: number): string =>
  typeof value === 'string' && Buffer.byteLength(value) <= max ? value : '';

export const toFen = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
