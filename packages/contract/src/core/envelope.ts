/**
 * Codes of failed envelopes; `ok` has 200. -9999: the session is missing, unknown, expired or
 * revoked.
 */
export const FAIL_CODES = [
  400, 401, 402, 403, 404, 408, 409, 413, 415, 429, 500, 503, -9999,
] as const;
export type FailCode = (typeof FAIL_CODES)[number];

/** Code when the session token is missing, unknown, expired or revoked. */
export const SESSION_INVALID = -9999;

/** Message of a call that failed on the network. */
export const NETWORK_FAILED = '网络不通，请稍后重试';

export type OkEnvelope<T> = { state: 'ok'; code: 200; msg: string; data: T };
export type FailEnvelope = { state: 'fail'; code: FailCode; msg: string; data: FailData | null };
export type Envelope<T> = OkEnvelope<T> | FailEnvelope;

/** `reason` of a 409: the reprint would use other fonts and the caller has not allowed that. */
export const FONTS_CHANGED = 'fonts-changed';
/** `reason` of a 409: the reprint would cut off content and the caller has not allowed that. */
export const CUT_OFF = 'cut-off';

/** Additional data of a failure. */
export type FailData = {
  /** 400: field → message, with the field names of the form. */
  fields?: Record<string, string>;
  /** 402: remaining quota, labels of this month or templates. */
  left?: number;
  /** 409: the stored version, which differs from the one the caller saw. */
  stored?: { version: number; savedAt: string };
  /** 429: seconds until a retry is useful. */
  retryAfter?: number;
  /** 500: request id under which the server logged the error. */
  requestId?: string;
  /**
   * 403 on a software: why the member is suspended, and whom to contact. 409:
   * {@link FONTS_CHANGED}, {@link CUT_OFF}.
   */
  reason?: string;
};

export const createOkEnvelope = <T>(data: T, msg = ''): OkEnvelope<T> => ({
  state: 'ok',
  code: 200,
  msg,
  data,
});
export const createFailEnvelope = (
  code: FailCode,
  msg: string,
  data: FailData | null = null,
): FailEnvelope => ({
  state: 'fail',
  code,
  msg,
  data,
});
