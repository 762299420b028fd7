import {
  createFailEnvelope,
  type FailEnvelope,
  createOkEnvelope,
} from '@yunbiao/contract/core/envelope';
import {
  type Context,
  isDatabaseUnavailableError,
  ServiceError,
  createUnavailableError,
} from '@yunbiao/services';

/**
 * Codes that are also the HTTP status, because clients, proxies and monitors must see them. Other
 * codes travel in the envelope with status 200.
 */
const HTTP_STATUS_CODES = new Set<number>([408, 413, 415, 429, 500, 503]);

const PRINT_API_PREFIX = '/np/api/print/';

const chooseFailHttpStatus = (envelope: FailEnvelope, path: string): number =>
  path.startsWith(PRINT_API_PREFIX) || HTTP_STATUS_CODES.has(envelope.code) ? envelope.code : 200;

const headers = { 'Cache-Control': 'no-store' };

export const createOkReply = (data: unknown): Response =>
  Response.json(createOkEnvelope(data), { headers });

export const createFailReply = (envelope: FailEnvelope, status: number): Response => {
  const wait = envelope.data?.retryAfter;
  return Response.json(envelope, {
    status,
    headers: {
      ...headers,
      ...(wait === undefined ? {} : { 'Retry-After': String(wait) }),
      // A body that comes too slowly (408) closes the connection. A body that is too large (413)
      // does not: closing a socket with unread bytes loses the response, and the sender sees a
      // broken connection.
      ...(status === 408 ? { Connection: 'close' } : {}),
    },
  });
};

export const createUnknownPathReply = (): Response =>
  createFailReply(createFailEnvelope(404, '没有这个接口'), 404);

/** Error codes of reads and writes after the client disconnected. */
const DISCONNECT_CODES = new Set([
  'ABORT_ERR',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Whether the error only results from the client's disconnect. */
export const isClientDisconnect = (error: unknown, signal: AbortSignal): boolean => {
  if (!signal.aborted || !(error instanceof Error)) return false;
  return (
    error.name === 'AbortError' || ('code' in error && DISCONNECT_CODES.has(String(error.code)))
  );
};

type Failure = {
  ctx: Context;
  error: unknown;
  path: string;
  requestId: string;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
};

/**
 * Converts an error to an envelope. An error that is not a `ServiceError` is logged in full; the
 * client gets a generic message with the request ID.
 */
export const toFailEnvelope = ({ ctx, error, path, requestId, signal }: Failure): FailEnvelope => {
  if (error instanceof ServiceError)
    return createFailEnvelope(error.code, error.message, error.data ?? null);
  if (signal && isClientDisconnect(error, signal))
    return createFailEnvelope(408, '连接断了，请重试');
  ctx.log.error('call failed', { requestId, path, error });
  if (isDatabaseUnavailableError(error))
    return toFailEnvelope({ ctx, error: createUnavailableError(), path, requestId });
  return createFailEnvelope(500, '服务器出错了，请稍后重试', { requestId });
};

/** Converts an error to an HTTP response. */
export const createErrorReply = (failure: Failure): Response => {
  const envelope = toFailEnvelope(failure);
  return createFailReply(envelope, chooseFailHttpStatus(envelope, failure.path));
};
