import { type FailCode, type FailData, SESSION_INVALID } from '@yunbiao/contract/core/envelope';

/** An error for the caller: one of a closed set of codes and a Chinese message for people. */
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

/** 400. The message is that of the first field. */
export const createInvalidInputError = (fields: Record<string, string>): ServiceError =>
  new ServiceError(400, Object.values(fields)[0] ?? '输入的数据不合法！', { fields });

/** 403. `reason` is a machine-readable cause, e.g. why the software is closed to the member. */
export const createForbiddenError = (message: string, reason?: string): ServiceError =>
  new ServiceError(403, message, reason === undefined ? undefined : { reason });

/** 403: temporarily closed to all members. No member loses a right by it. */
export class OfflineError extends ServiceError {
  constructor(message: string, reason: string) {
    super(403, message, { reason });
  }
}

/** 404. Also used for objects of other members. */
export const createNotFoundError = (message: string): ServiceError =>
  new ServiceError(404, message);

export const createConflictError = (message: string): ServiceError =>
  new ServiceError(409, message);

/** 402. `left`: labels that remain of the month's quota. */
export const createQuotaExceededError = (message: string, remainingCount: number): ServiceError =>
  new ServiceError(402, message, { left: remainingCount });

/** 429. `retryAfterS`: seconds until a retry can succeed. */
export const createTooManyRequestsError = (message: string, retryAfterS: number): ServiceError =>
  new ServiceError(429, message, { retryAfter: retryAfterS });

/** 429: the call's rate limit is exceeded, independent of the input. */
export class OverLimitError extends ServiceError {
  constructor(message: string, retryAfterS: number) {
    super(429, message, { retryAfter: retryAfterS });
  }
}

/** 503: the database is not available; nothing was stored. */
export const createUnavailableError = (): ServiceError =>
  new ServiceError(503, '服务暂时不可用，请稍后重试', { retryAfter: 5 });

/** 503: the concurrency limit is reached. `retryAfterS`: seconds until a retry can succeed. */
export const createBusyError = (retryAfterS: number): ServiceError =>
  new ServiceError(503, '现在用的人太多，请稍后重试', { retryAfter: retryAfterS });

/** -9999: the token is missing, unknown, expired or revoked. */
export const createSessionInvalidError = (): ServiceError =>
  new ServiceError(SESSION_INVALID, '登录已失效，请重新登录');
