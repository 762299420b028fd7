import {
  type Call,
  fieldMessages,
  fromForm,
  hasNul,
  INPUT_LIMITS,
  type InputLimits,
} from '@yunbiao/contract';
import { invalid, ServiceError } from '@yunbiao/services';
import type { z } from 'zod';
import { type Bodies, getMaxBytes, type Place } from './input/bodies.ts';
import {
  type BulkCall,
  bulkFromForm,
  bulkFromJson,
  type BulkInput,
  checkBulk,
  listLimits,
} from './input/bulk.ts';
import { scanJson } from './input/json-scan.ts';
import { bulkFromLines } from './input/lines.ts';
import { readBytes, readChunks } from './input/read-bytes.ts';
import { parseJson, findRefusal, unreadable } from './input/refusals.ts';
import { inSlices } from './input/slices.ts';
import { getBoundary, parseMultipart } from './multipart.ts';

const JSON_BODY = 'application/json';
const FORM_BODY = 'application/x-www-form-urlencoded';
const LINES_BODY = 'application/x-ndjson';

const wrongType = (call: Call): ServiceError =>
  new ServiceError(415, call.method === 'PUT' ? '请求体要用 JSON' : '请求体要用表单或 JSON');

const getType = (request: Request): string =>
  (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const fromQuery = (call: Call, request: Request): Record<string, unknown> => {
  const { search } = new URL(request.url);
  if (search === '') return {};
  const query = fromForm(search.slice(1), INPUT_LIMITS);
  if (call.method === 'GET') return query;
  return Object.fromEntries(Object.entries(query).filter(([key]) => call.query?.includes(key)));
};

/** Counted and measured before anything is made of it. */
const readJson = async (bytes: Buffer, limits: InputLimits): Promise<unknown> =>
  parseJson((await inSlices(scanJson(bytes, limits))).rest);

/** Reads the fields a form carries as JSON text, each measured first. @throws InputRefused, 400 */
export const readWhole = async (
  call: Call,
  form: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const read = { ...form };
  for (const field of call.whole ?? []) {
    const written = form[field];
    if (typeof written === 'string')
      read[field] = await readJson(Buffer.from(written), listLimits(call));
  }
  return read;
};

const fromBody = async (call: Call, request: Request, place: Place): Promise<unknown> => {
  const isUpload = call.body === 'multipart';
  const reading = { limit: getMaxBytes(call), place, what: isUpload ? '图片' : '内容' };
  const boundary = call.body ? getBoundary(request.headers.get('content-type') ?? '') : null;
  if (call.body && (isUpload || boundary !== null)) {
    if (boundary === null) throw new ServiceError(415, '文件要用 multipart/form-data 上传');
    return parseMultipart(await readBytes(request, reading), boundary);
  }
  const type = getType(request);
  const bytes = await readBytes(request, reading);
  if (type === JSON_BODY) return readJson(bytes, listLimits(call));
  if (call.method !== 'PUT' && (type === FORM_BODY || bytes.length === 0))
    return readWhole(call, fromForm(bytes.toString(), listLimits(call)));
  throw wrongType(call);
};

const getBulk = async (call: BulkCall, request: Request, place: Place): Promise<BulkInput> => {
  const reading = { limit: getMaxBytes(call), place, what: '内容' };
  const type = getType(request);
  if (type === LINES_BODY) return bulkFromLines(readChunks(request, reading), call, place.hold);
  if (type !== JSON_BODY && type !== FORM_BODY && type !== '') throw wrongType(call);
  const bytes = await readBytes(request, reading);
  return inSlices(type === JSON_BODY ? bulkFromJson(bytes, call) : bulkFromForm(bytes, call));
};

const isBulk = (call: Call): call is BulkCall => call.bulk !== undefined;

/** A POST takes from its address only what its entry in the contract names. */
const rawInput = async (call: Call, request: Request, place: Place | null): Promise<unknown> => {
  const query = fromQuery(call, request);
  if (!place) return query;
  const body = await fromBody(call, request, place);
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { ...query, ...body }
    : body;
};

/** Whose body it is, where the bodies on their way are counted, and who hears of its bytes. */
export type Sender = { who: string; bodies: Bodies; arrive?: (bytes: number) => void };

/** What was sent, checked against the contract. @throws 400 with a message a field */
export const checkInput = (call: Call, raw: unknown): z.output<Call['input']> => {
  if (hasNul(raw)) throw unreadable('内容里有不能用的空字符');
  const parsed = call.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw invalid(fieldMessages(call.input, parsed.error, raw));
};

const readChecked = async (call: Call, request: Request, place: Place | null): Promise<unknown> =>
  place && isBulk(call)
    ? inSlices(checkBulk(call, await getBulk(call, request, place)))
    : checkInput(call, await rawInput(call, request, place));

/**
 * The input of a call, checked against the contract, within the call's limits.
 * @throws 400 with a message a field, 408 for a body that comes too slowly, 413, 415, 429 for too many large bodies at
 * once, 503 when all bodies together hold too much
 */
export const readInput = async (
  call: Call,
  request: Request,
  { who, bodies, arrive }: Sender,
): Promise<z.output<Call['input']>> => {
  const place = call.method === 'GET' ? null : bodies.take(call, who, arrive);
  try {
    return await readChecked(call, request, place);
  } catch (error) {
    throw findRefusal(error);
  } finally {
    place?.leave();
  }
};
