import { ChannelError, type ChannelEnvironment } from '../../platform/payment-channel.ts';

/** Request timeout, ms. */
const TIMEOUT_MS = 8_000;
/** Answers are a few kB. Longer ones are rejected. */
const MAX_ANSWER_BYTES = 256_000;

export type Answer = { status: number; headers: Headers; body: Buffer };

const readLimitedBody = async (response: Response): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_ANSWER_BYTES)
      throw new ChannelError('the answer is too long', { isUnknown: true });
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/**
 * Sends a request without retries. After a network error it is unknown whether the request was
 * processed.
 * @throws ChannelError
 */
export const sendChannelRequest = async (
  { fetch }: ChannelEnvironment,
  url: string,
  init: RequestInit & { method: string },
): Promise<Answer> => {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: await readLimitedBody(response),
    };
  } catch (cause) {
    if (cause instanceof ChannelError) throw cause;
    throw new ChannelError('not reached', { isUnknown: true, cause });
  }
};

/** Streams a bill: it may have hundreds of MB. @throws ChannelError */
export const downloadBill = async function* (
  { fetch }: ChannelEnvironment,
  url: string,
  init: RequestInit = {},
): AsyncGenerator<Uint8Array> {
  const response = await fetch(url, { ...init, redirect: 'error' }).catch((cause: unknown) => {
    throw new ChannelError('the bill was not reached', { cause });
  });
  if (!response.ok || !response.body)
    throw new ChannelError('the bill was not given', { code: String(response.status) });
  yield* response.body;
};

/** Parses a JSON object; undefined for anything else. */
export const parseJsonObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Returns a string field, '' if missing or of another type. */
export const readStringField = (
  from: Readonly<Record<string, unknown>> | undefined,
  name: string,
): string => {
  const value = from?.[name];
  return typeof value === 'string' ? value : '';
};

/** Returns an object field, {} if missing or of another type. */
export const readObjectField = (
  from: Readonly<Record<string, unknown>> | undefined,
  name: string,
): Record<string, unknown> => {
  const value = from?.[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
};
