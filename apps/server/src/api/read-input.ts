import {
  type Call,
  collectFieldMessages,
  parseForm,
  hasNul,
  INPUT_LIMITS,
  type InputLimits,
} from '@yunbiao/contract';
import { createInvalidInputError, ServiceError } from '@yunbiao/services';
import type { z } from 'zod';
import { type BodySlots, getMaxBodyBytes, type BodySlot } from './input/body-slots.ts';
import {
  type BulkCall,
  parseBulkForm,
  parseBulkJson,
  type BulkInput,
  validateBulkInput,
  getInputLimits,
} from './input/bulk.ts';
import { scanJson } from './input/json-scan.ts';
import { readBulkNdjson } from './input/bulk-lines.ts';
import { readBodyBytes, readChunks } from './input/read-bytes.ts';
import { parseJson, toApiErrorOfInputLimit, createUnreadableInputError } from './input/refusals.ts';
import { runGeneratorInSlices } from './input/slices.ts';
import { parseMultipartBoundary, parseMultipart } from './multipart.ts';

const JSON_BODY = 'application/json';
const FORM_BODY = 'application/x-www-form-urlencoded';
const LINES_BODY = 'application/x-ndjson';

const createUnsupportedMediaTypeError = (call: Call): ServiceError =>
  new ServiceError(415, call.method === 'PUT' ? '请求体要用 JSON' : '请求体要用表单或 JSON');

const parseContentType = (request: Request): string =>
  (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const parseQuery = (call: Call, request: Request): Record<string, unknown> => {
  const { search } = new URL(request.url);
  if (search === '') return {};
  const query = parseForm(search.slice(1), INPUT_LIMITS);
  if (call.method === 'GET') return query;
  return Object.fromEntries(Object.entries(query).filter(([key]) => call.query?.includes(key)));
};

/** Checks the limits before parsing. */
const parseJsonWithinLimits = async (bytes: Buffer, limits: InputLimits): Promise<unknown> =>
  parseJson((await runGeneratorInSlices(scanJson(bytes, limits))).rest);

/**
 * Parses form fields that hold JSON text, after checking the limits of each.
 * @throws InputLimitError, 400
 */
export const parseJsonFields = async (
  call: Call,
  form: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const read = { ...form };
  for (const field of call.whole ?? []) {
    const fieldText = form[field];
    if (typeof fieldText === 'string')
      read[field] = await parseJsonWithinLimits(Buffer.from(fieldText), getInputLimits(call));
  }
  return read;
};

const readBodyByContentType = async (
  call: Call,
  request: Request,
  place: BodySlot,
): Promise<unknown> => {
  const isUpload = call.body === 'multipart';
  const reading = { limit: getMaxBodyBytes(call), place, contentName: isUpload ? '图片' : '内容' };
  const boundary = call.body
    ? parseMultipartBoundary(request.headers.get('content-type') ?? '')
    : null;
  if (call.body && (isUpload || boundary !== null)) {
    if (boundary === null) throw new ServiceError(415, '文件要用 multipart/form-data 上传');
    return parseMultipart(await readBodyBytes(request, reading), boundary);
  }
  const type = parseContentType(request);
  const bytes = await readBodyBytes(request, reading);
  if (type === JSON_BODY) return parseJsonWithinLimits(bytes, getInputLimits(call));
  if (call.method !== 'PUT' && (type === FORM_BODY || bytes.length === 0))
    return parseJsonFields(call, parseForm(bytes.toString(), getInputLimits(call)));
  throw createUnsupportedMediaTypeError(call);
};

const readBulkBody = async (
  call: BulkCall,
  request: Request,
  place: BodySlot,
): Promise<BulkInput> => {
  const reading = { limit: getMaxBodyBytes(call), place, contentName: '内容' };
  const type = parseContentType(request);
  if (type === LINES_BODY)
    return readBulkNdjson(readChunks(request, reading), call, place.setHeldBytes);
  if (type !== JSON_BODY && type !== FORM_BODY && type !== '')
    throw createUnsupportedMediaTypeError(call);
  const bytes = await readBodyBytes(request, reading);
  return runGeneratorInSlices(
    type === JSON_BODY ? parseBulkJson(bytes, call) : parseBulkForm(bytes, call),
  );
};

const isBulk = (call: Call): call is BulkCall => call.bulk !== undefined;

/** A POST reads from its query string only the fields that its contract names. */
const readQueryAndBody = async (
  call: Call,
  request: Request,
  place: BodySlot | null,
): Promise<unknown> => {
  const query = parseQuery(call, request);
  if (!place) return query;
  const body = await readBodyByContentType(call, request, place);
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { ...query, ...body }
    : body;
};

/** Sender key for counting concurrent bodies, and a listener for received bytes. */
export type Sender = { who: string; bodies: BodySlots; onBytes?: (bytes: number) => void };

/**
 * Validates the input against the contract.
 * @throws 400 with a message per field
 */
export const validateCallInput = (call: Call, raw: unknown): z.output<Call['input']> => {
  if (hasNul(raw)) throw createUnreadableInputError('内容里有不能用的空字符');
  const parseResult = call.input.safeParse(raw);
  if (parseResult.success) return parseResult.data;
  throw createInvalidInputError(collectFieldMessages(call.input, parseResult.error, raw));
};

const readAndValidateInput = async (
  call: Call,
  request: Request,
  place: BodySlot | null,
): Promise<unknown> =>
  place && isBulk(call)
    ? runGeneratorInSlices(validateBulkInput(call, await readBulkBody(call, request, place)))
    : validateCallInput(call, await readQueryAndBody(call, request, place));

/**
 * Reads and validates the input of a call within its limits.
 * @throws 400 with a message per field, 408 for a slow body, 413, 415, 429 for too many concurrent
 *   large bodies, 503 if all bodies together hold too much memory
 */
export const readCallInput = async (
  call: Call,
  request: Request,
  { who, bodies, onBytes }: Sender,
): Promise<z.output<Call['input']>> => {
  const place = call.method === 'GET' ? null : bodies.acquireSlot(call, who, onBytes);
  try {
    return await readAndValidateInput(call, request, place);
  } catch (error) {
    throw toApiErrorOfInputLimit(error);
  } finally {
    place?.release();
  }
};
