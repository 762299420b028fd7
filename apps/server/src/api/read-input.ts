import {
  type Call,
  type CallName,
  fieldMessages,
  fromForm,
  hasNul,
  IMAGE_BYTES,
} from '@yunbiao/contract';
import { invalid, ServiceError, tooMany, unavailable } from '@yunbiao/services';
import type { z } from 'zod';
import { boundaryOf, parseMultipart } from './multipart.ts';

const DEFAULT_LIMIT = 2_000_000;
/** Ten thousand rows, form-encoded: each Chinese character takes nine bytes. */
const LIMITS: Partial<Record<CallName, number>> = { print: 24_000_000 };
/** The file, and room for the fields and boundaries around it. */
const MULTIPART_LIMIT = IMAGE_BYTES + 20_000;
/** Files on their way into memory at once: 160 MB. */
const MULTIPART_AT_ONCE = 16;
/** Of one member; the site's pages send no more at once. */
const MULTIPART_EACH = 2;

/** A file must come no slower than so many bytes in so many ms: places are few, and nobody holds one for nothing. */
export type Pace = { bytes: number; ms: number };
/** 51 kbit/s. */
const PACE: Pace = { bytes: 64_000, ms: 10_000 };

const tooLarge = (limit: number): ServiceError =>
  new ServiceError(413, `内容太大了，最多 ${Math.floor(limit / 1_000_000)} MB`);

/** Never holds more than the limit: what the sender says of its length may be a lie. */
const readBytes = async (request: Request, limit: number, pace?: Pace): Promise<Buffer> => {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let [before, isSlow] = [0, false];
  const look = (): void => {
    isSlow ||= size - before < (pace?.bytes ?? 0);
    before = size;
    // Ends the read that waits.
    if (isSlow) void reader.cancel().catch(() => {});
  };
  const timer = pace && setInterval(look, pace.ms);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isSlow) throw new ServiceError(408, '图片传得太慢，没有传完，请换个网络再试');
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > limit) throw tooLarge(limit);
      chunks.push(value);
    }
  } finally {
    clearInterval(timer);
    await reader.cancel().catch(() => {});
  }
};

const readBody = async (request: Request, limit: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(request, limit));

let multiparts = 0;
const multipartsOf = new Map<string, number>();

const fromMultipart = async (
  request: Request,
  who: string,
  pace: Pace,
): Promise<Record<string, unknown>> => {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '');
  if (boundary === null) throw new ServiceError(415, '文件要用 multipart/form-data 上传');
  const own = multipartsOf.get(who) ?? 0;
  if (own >= MULTIPART_EACH) throw tooMany('同时传的图片太多，请等前面的传完', 5);
  if (multiparts >= MULTIPART_AT_ONCE) throw unavailable();
  multiparts += 1;
  multipartsOf.set(who, own + 1);
  try {
    return parseMultipart(await readBytes(request, MULTIPART_LIMIT, pace), boundary);
  } finally {
    multiparts -= 1;
    const left = (multipartsOf.get(who) ?? 1) - 1;
    if (left > 0) multipartsOf.set(who, left);
    else multipartsOf.delete(who);
  }
};

const parseJson = (body: string): unknown => {
  try {
    return body.trim() === '' ? {} : JSON.parse(body);
  } catch {
    throw new ServiceError(400, '请求体不是正确的 JSON', { fields: {} });
  }
};

const fromQuery = (call: Call, request: Request): Record<string, unknown> => {
  const search = fromForm(new URL(request.url).searchParams);
  if (call.method === 'GET') return search;
  return Object.fromEntries(Object.entries(search).filter(([key]) => call.query?.includes(key)));
};

const fromBody = async (name: CallName, request: Request): Promise<unknown> => {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  const body = await readBody(request, LIMITS[name] ?? DEFAULT_LIMIT);
  if (type === 'application/json') return parseJson(body);
  if (type === 'application/x-www-form-urlencoded' || body === '') {
    return fromForm(new URLSearchParams(body));
  }
  throw new ServiceError(415, '请求体要用表单或 JSON');
};

/** A member's id, or '' for anybody. */
export type Sender = { who: string; pace?: Pace | undefined };

/** A POST takes from its address only what its entry in the contract names. */
const rawInput = async (
  name: CallName,
  call: Call,
  request: Request,
  { who, pace = PACE }: Sender,
): Promise<unknown> => {
  const query = fromQuery(call, request);
  if (call.method === 'GET') return query;
  const body = await (call.body ? fromMultipart(request, who, pace) : fromBody(name, request));
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { ...query, ...body }
    : body;
};

/** No call takes anything deeper; what goes deeper only wants to exhaust the stack. */
const MAX_DEPTH = 8;

const isTooDeep = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((item) => isTooDeep(item, left - 1)));

/** What was sent, checked against the contract. @throws 400 with a message a field */
export const checkInput = (call: Call, raw: unknown): z.output<Call['input']> => {
  if (isTooDeep(raw)) throw new ServiceError(400, '内容嵌套太深', { fields: {} });
  if (hasNul(raw)) throw new ServiceError(400, '内容里有不能用的空字符', { fields: {} });
  const parsed = call.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw invalid(fieldMessages(call.input, parsed.error));
};

/**
 * The input of a call, checked against the contract.
 * @throws 400 with a message a field, 408 for a file that comes too slowly, 413, 415, 429 for too many files at once
 */
export const readInput = async (
  name: CallName,
  call: Call,
  request: Request,
  sender: Sender,
): Promise<z.output<Call['input']>> =>
  checkInput(call, await rawInput(name, call, request, sender));
