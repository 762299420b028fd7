import { type FailCode, type FailData, SESSION_INVALID } from '@yunbiao/contract/envelope';

/** A refusal the caller can understand: one of the closed set of codes, and a Chinese sentence for people. */
export class ServiceError extends Error {
  readonly code: FailCode;
  readonly data: FailData | undefined;

  constructor(code: FailCode, message: string, data?: FailData) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.data = data;
  }
}

/** 400; the message is the first field's. */
export const invalid = (fields: Record<string, string>): ServiceError =>
  new ServiceError(400, Object.values(fields)[0] ?? '输入的数据不合法！', { fields });

/** 403. `reason` tells more, e.g. why a software is closed to the member. */
export const forbidden = (message: string, reason?: string): ServiceError =>
  new ServiceError(403, message, reason === undefined ? undefined : { reason });

/** 403: closed to everybody for a while, which takes no right from anybody. */
export class OfflineError extends ServiceError {
  constructor(message: string, reason: string) {
    super(403, message, { reason });
  }
}

/** 404; also for what belongs to somebody else. */
export const notFound = (message: string): ServiceError => new ServiceError(404, message);

export const conflict = (message: string): ServiceError => new ServiceError(409, message);

/** 402; `left` labels of the month's quota remain. */
export const quotaExceeded = (message: string, left: number): ServiceError =>
  new ServiceError(402, message, { left });

/** 429; worth another try after so many seconds. */
export const tooMany = (message: string, retryAfterS: number): ServiceError =>
  new ServiceError(429, message, { retryAfter: retryAfterS });

/** 429: more calls than the call allows, whatever they brought. */
export class OverLimitError extends ServiceError {
  constructor(message: string, retryAfterS: number) {
    super(429, message, { retryAfter: retryAfterS });
  }
}

/** 503: the database cannot be worked with right now; nothing was stored. */
export const unavailable = (): ServiceError =>
  new ServiceError(503, '服务暂时不可用，请稍后再试', { retryAfter: 5 });

/** 503: too much is under way; worth another try after so many seconds. */
export const busy = (retryAfterS: number): ServiceError =>
  new ServiceError(503, '现在用的人太多，请稍等片刻再试', { retryAfter: retryAfterS });

/** -9999: the token is missing, unknown, expired or revoked. */
export const sessionInvalid = (): ServiceError =>
  new ServiceError(SESSION_INVALID, '登录已失效，请重新登录');
