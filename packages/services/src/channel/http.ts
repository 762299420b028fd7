import { ChannelError, type Outside } from './channel.ts';

/** Longest wait for an answer, ms. */
const TIMEOUT_MS = 8_000;
/** An answer is a few kB; more is no answer. */
const ANSWER_BYTES = 256_000;

export type Answer = { status: number; headers: Headers; body: Buffer };

const readAll = async (response: Response): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > ANSWER_BYTES) throw new ChannelError('the answer is too long', { isUnknown: true });
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** Asks once. Not reached, or cut off: nobody knows whether it was done. @throws ChannelError */
export const ask = async (
  { fetch }: Outside,
  url: string,
  init: RequestInit & { method: string },
): Promise<Answer> => {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, headers: response.headers, body: await readAll(response) };
  } catch (cause) {
    if (cause instanceof ChannelError) throw cause;
    throw new ChannelError('not reached', { isUnknown: true, cause });
  }
};

/** A bill is hundreds of MB: it flows. @throws ChannelError */
export const download = async function* (
  { fetch }: Outside,
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

/** The object a text says; undefined for anything else. */
export const objectIn = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** A field that is a text, else ''. */
export const textIn = (
  from: Readonly<Record<string, unknown>> | undefined,
  name: string,
): string => {
  const value = from?.[name];
  return typeof value === 'string' ? value : '';
};

/** A field that is an object, else empty. */
export const partIn = (
  from: Readonly<Record<string, unknown>> | undefined,
  name: string,
): Record<string, unknown> => {
  const value = from?.[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
};
