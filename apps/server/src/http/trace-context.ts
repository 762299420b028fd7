/** W3C Trace Context level 1: the trace a request belongs to, and the caller's span. */
export type TraceContext = { traceId: string; parentId: string };

/** `version-traceid-parentid-flags`; versions above 00 may append further parts. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/;
/** The version that is never valid. */
const FORBIDDEN_VERSION = 'ff';
const ALL_ZERO = /^0+$/;

/**
 * Longest header that is read: version 00 has 55 characters. Longer ones of later versions are
 * ignored.
 */
const MAX_LENGTH = 256;

/** Parses a `traceparent` header; null when it is missing or invalid. */
export const parseTraceparent = (header: string | undefined): TraceContext | null => {
  if (header === undefined || header.length > MAX_LENGTH) return null;
  const [, version, traceId = '', parentId = '', rest] = TRACEPARENT.exec(header) ?? [];
  if (version === undefined || version === FORBIDDEN_VERSION) return null;
  if (version === '00' && rest !== undefined) return null;
  if (ALL_ZERO.test(traceId) || ALL_ZERO.test(parentId)) return null;
  return { traceId, parentId };
};

/** Fields of log lines about a request that came with a valid `traceparent`. */
export const readTraceFields = (header: string | string[] | undefined): Partial<TraceContext> =>
  parseTraceparent(typeof header === 'string' ? header : undefined) ?? {};
