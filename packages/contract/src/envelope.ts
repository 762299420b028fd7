/** Codes an envelope may carry; `ok` is 200, the rest fail. -9999: the session is missing, unknown, expired or revoked. */
export const FAIL_CODES = [
  400, 401, 402, 403, 404, 408, 409, 413, 415, 429, 500, 503, -9999,
] as const;
export type FailCode = (typeof FAIL_CODES)[number];

/** Code of a signed-in call whose token is missing, unknown, expired or revoked. */
export const SESSION_INVALID = -9999;

export type OkEnvelope<T> = { state: 'ok'; code: 200; msg: string; data: T };
export type FailEnvelope = { state: 'fail'; code: FailCode; msg: string; data: FailData | null };
export type Envelope<T> = OkEnvelope<T> | FailEnvelope;

/** Why 409: labels printed again would be drawn with other fonts, and nobody has said that they may. */
export const FONTS_CHANGED = 'fonts-changed';
/** Why 409: content of labels printed again would now fall off, and nobody has said that it may. */
export const CUT_OFF = 'cut-off';

/** What a failure may tell beside its message. */
export type FailData = {
  /** 400: field → message, in the words of the form. */
  fields?: Record<string, string>;
  /** 402: what is left of the quota, labels of this month or templates. */
  left?: number;
  /** 409: what is stored instead of what the caller saw. */
  stored?: { version: number; savedAt: string };
  /** 429: seconds until another try is worth it. */
  retryAfter?: number;
  /** 500: the id under which the server logged it. */
  requestId?: string;
  /** 403 on a software: why the member may not use it, and whom to ask. 409: {@link FONTS_CHANGED}, {@link CUT_OFF}. */
  reason?: string;
};

export const ok = <T>(data: T, msg = ''): OkEnvelope<T> => ({ state: 'ok', code: 200, msg, data });
export const fail = (code: FailCode, msg: string, data: FailData | null = null): FailEnvelope => ({
  state: 'fail',
  code,
  msg,
  data,
});
