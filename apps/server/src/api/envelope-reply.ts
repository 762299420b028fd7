import { fail, type FailEnvelope, ok } from '@yunbiao/contract/envelope';
import { type Context, isUnavailable, ServiceError, unavailable } from '@yunbiao/services';

/** Failures a client, a proxy or a monitor must see in the status; the rest travels in the envelope. */
const STATUS_OF_CODE = new Set<number>([408, 413, 415, 429, 500, 503]);

const INTEGRATORS = '/np/api/print/';

const getStatus = (envelope: FailEnvelope, path: string): number =>
  path.startsWith(INTEGRATORS) || STATUS_OF_CODE.has(envelope.code) ? envelope.code : 200;

const headers = { 'Cache-Control': 'no-store' };

export const okReply = (data: unknown): Response => Response.json(ok(data), { headers });

export const failReply = (envelope: FailEnvelope, status: number): Response => {
  const wait = envelope.data?.retryAfter;
  return Response.json(envelope, {
    status,
    headers: {
      ...headers,
      ...(wait === undefined ? {} : { 'Retry-After': String(wait) }),
      // Nobody waits for what comes too slowly. Of what is too large a little more is taken: on a socket that is closed
      // over unread bytes the answer is lost, and its sender sees a broken connection.
      ...(status === 408 ? { Connection: 'close' } : {}),
    },
  });
};

export const unknownPath = (): Response => failReply(fail(404, '没有这个接口'), 404);

/** What reading or writing fails with when the other end has gone away. */
const GONE = new Set(['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether it failed only because nobody waits for it any more: nothing of ours is broken. */
export const isHangUp = (error: unknown, signal: AbortSignal): boolean => {
  if (!signal.aborted || !(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && GONE.has(String(error.code)));
};

type Failure = {
  ctx: Context;
  error: unknown;
  path: string;
  requestId: string;
  /** Set when the caller is gone. */
  signal?: AbortSignal;
};

/** A thrown failure as an envelope. What is no `ServiceError` is logged whole and leaves opaque, with its id. */
export const getFailure = ({ ctx, error, path, requestId, signal }: Failure): FailEnvelope => {
  if (error instanceof ServiceError) return fail(error.code, error.message, error.data ?? null);
  if (signal && isHangUp(error, signal)) return fail(408, '连接断了，请再试一次');
  ctx.log.error('call failed', { requestId, path, error });
  if (isUnavailable(error)) return getFailure({ ctx, error: unavailable(), path, requestId });
  return fail(500, '服务器出错了，请稍后再试', { requestId });
};

/** The same as it travels. */
export const errorReply = (failure: Failure): Response => {
  const envelope = getFailure(failure);
  return failReply(envelope, getStatus(envelope, failure.path));
};
