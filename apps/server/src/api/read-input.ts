import { type Call, type CallName, fieldMessages, fromForm, hasNul } from '@yunbiao/contract';
import { invalid, ServiceError } from '@yunbiao/services';
import type { z } from 'zod';

const DEFAULT_LIMIT = 2_000_000;
/** Ten thousand rows, form-encoded: each Chinese character takes nine bytes. */
const LIMITS: Partial<Record<CallName, number>> = { print: 24_000_000 };

const tooLarge = (limit: number): ServiceError =>
  new ServiceError(413, `内容太大了，最多 ${limit / 1_000_000} MB`);

const readBody = async (request: Request, limit: number): Promise<string> => {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
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

/** A POST takes from its address only what its entry in the contract names. */
const rawInput = async (name: CallName, call: Call, request: Request): Promise<unknown> => {
  const query = fromQuery(call, request);
  if (call.method === 'GET') return query;
  const body = await fromBody(name, request);
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

/**
 * The input of a call, checked against the contract.
 * @throws 400 with a message a field, 413, 415
 */
export const readInput = async (
  name: CallName,
  call: Call,
  request: Request,
): Promise<z.output<Call['input']>> => {
  const raw = await rawInput(name, call, request);
  if (isTooDeep(raw)) throw new ServiceError(400, '内容嵌套太深', { fields: {} });
  if (hasNul(raw)) throw new ServiceError(400, '内容里有不能用的空字符', { fields: {} });
  const parsed = call.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw invalid(fieldMessages(call.input, parsed.error));
};
