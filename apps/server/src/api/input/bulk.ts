import {
  type Bulk,
  type Call,
  collectFieldMessages,
  hasNul,
  INPUT_LIMITS,
  type InputLimits,
  type Issue,
} from '@yunbiao/contract';
import { createInvalidInputError, formatRowName } from '@yunbiao/services';
import { createBodyTooLargeError } from './body-slots.ts';
import { parseBulkFormBytes } from './form-bytes.ts';
import { scanJson, type ScannedJson } from './json-scan.ts';
import { createBadJsonError, parseJson, createUnreadableInputError } from './refusals.ts';

/** An input whose long list was parsed separately. */
export type BulkInput = { rest: Record<string, unknown>; list: unknown };

/** Maximum number of elements whose errors are reported. */
const MAX_REPORTED = 20;

export type BulkCall = Call & { bulk: Bulk };

export const getInputLimits = (call: Call) => ({ ...INPUT_LIMITS, ...call.limits });

/** Limits of a body that holds the list and the other fields. */
const getBodyLimits = (call: BulkCall) => {
  const limits = getInputLimits(call);
  return { ...limits, items: limits.items + call.bulk.restLimits.items };
};

const requireJsonObject = (value: unknown): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw createBadJsonError();
  return value as Record<string, unknown>;
};

/**
 * Parses one element, or the other fields, after the limits are checked.
 * @throws InputLimitError, 400, 413
 */
export const parseLimitedJsonElement = function* (
  bytes: Buffer,
  { limits }: Pick<Bulk, 'limits'>,
): Generator<void, unknown> {
  if (bytes.length > limits.bytes) throw createBodyTooLargeError(limits.bytes);
  const { rest } = yield* scanJson(bytes, limits);
  if (rest === '') throw createBadJsonError();
  return parseJson(rest);
};

const parseBulkElements = function* (
  bytes: Buffer,
  pieces: NonNullable<ScannedJson['pieces']>,
  bulk: Bulk,
): Generator<void, unknown[]> {
  if (pieces.length > bulk.max) throw createInvalidInputError({ [bulk.field]: bulk.tooMany });
  const list: unknown[] = [];
  for (const { start, end } of pieces) {
    list.push(yield* parseLimitedJsonElement(bytes.subarray(start, end), bulk));
    yield;
  }
  return list;
};

/**
 * Parses a JSON body, its long list apart from the other fields. @throws InputLimitError, 400, 413
 */
export const parseBulkJson = function* (bytes: Buffer, call: BulkCall): Generator<void, BulkInput> {
  const { bulk } = call;
  const { rest, pieces } = yield* scanJson(bytes, getBodyLimits(call), bulk.field);
  const { restLimits } = bulk;
  if (rest.length > restLimits.bytes) throw createBodyTooLargeError(restLimits.bytes);
  const { [bulk.field]: inlineList, ...fields } = requireJsonObject(parseJson(rest));
  if (pieces === null) return { rest: fields, list: inlineList };
  // A non-empty list here means that the field occurs twice, which is ambiguous.
  if (!Array.isArray(inlineList) || inlineList.length > 0) throw createBadJsonError();
  return { rest: fields, list: yield* parseBulkElements(bytes, pieces, bulk) };
};

const parseWholeField = function* (
  { field, text }: { field: string; text: string },
  limits: InputLimits,
): Generator<void, unknown> {
  const bytes = Buffer.from(text);
  if (bytes.length > limits.bytes) throw createBodyTooLargeError(limits.bytes);
  const { rest } = yield* scanJson(bytes, limits);
  try {
    return JSON.parse(rest);
  } catch {
    throw createInvalidInputError({ [field]: `${field} 要写成 JSON 数组` });
  }
};

/**
 * Parses the other fields that a form carries as JSON texts. An empty text counts as missing.
 * @throws InputLimitError, 400, 413
 */
const parseWholeFields = function* (
  form: Record<string, unknown>,
  { whole = [], bulk: { restLimits } }: BulkCall,
): Generator<void, Record<string, unknown>> {
  const fields = { ...form };
  for (const field of whole) {
    const text = form[field];
    if (typeof text !== 'string') continue;
    if (text.trim() === '') delete fields[field];
    else fields[field] = yield* parseWholeField({ field, text }, restLimits);
  }
  return fields;
};

/**
 * Parses a form body, its long list apart from the other fields. @throws InputLimitError, 400, 413
 */
export const parseBulkForm = function* (bytes: Buffer, call: BulkCall): Generator<void, BulkInput> {
  const { bulk } = call;
  const { fields, indexedList, jsonList } = yield* parseBulkFormBytes(
    bytes,
    bulk,
    getBodyLimits(call),
  );
  const rest = yield* parseWholeFields(fields, call);
  if (jsonList === undefined) return { rest, list: indexedList };
  const { pieces, rest: outsideFields } = yield* scanJson(jsonList, getInputLimits(call), '');
  if (pieces === null || outsideFields.replaceAll(/\s/g, '') !== '[]')
    throw createUnreadableInputError(`${bulk.field} 要写成 JSON 数组`);
  return { rest, list: yield* parseBulkElements(jsonList, pieces, bulk) };
};

type ListPlace = { at: number; rest: Record<string, unknown> };

/** Name of an element in messages: its row of the spreadsheet if the input states it. */
const formatElementName = ({ at, rest: { sheetRows } }: ListPlace): string => {
  const sheetRow: unknown = Array.isArray(sheetRows) ? sheetRows[at] : undefined;
  // A form may carry numbers as texts.
  const row = typeof sheetRow === 'string' ? Number(sheetRow) : sheetRow;
  return formatRowName(
    at + 1,
    typeof row === 'number' && Number.isSafeInteger(row) && row > 0 ? row : null,
  );
};

const describeElementIssues = (
  call: Call,
  issues: readonly Issue[],
  place: ListPlace,
): Record<string, string> => {
  const path = [call.bulk?.field ?? '', place.at];
  const placedIssues = issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  const messages = Object.entries(collectFieldMessages(call.input, { issues: placedIssues }));
  return Object.fromEntries(
    messages.map(([key, words]) => [key, `${formatElementName(place)}：${words}`]),
  );
};

type CheckedElement = { value: unknown; fields?: undefined } | { fields: Record<string, string> };

const validateBulkElement = (call: BulkCall, piece: unknown, place: ListPlace): CheckedElement => {
  const createElementFailure = (words: string) => ({
    fields: { [`${call.bulk.field}.${place.at}`]: `${formatElementName(place)}：${words}` },
  });
  if (hasNul(piece)) return createElementFailure('内容里有不能用的空字符');
  // The validator would silently drop this field.
  if (typeof piece === 'object' && piece !== null && Object.hasOwn(piece, '__proto__'))
    return createElementFailure('字段不能叫 __proto__');
  const parseResult = call.bulk.item.safeParse(piece);
  return parseResult.success
    ? { value: parseResult.data }
    : { fields: describeElementIssues(call, parseResult.error.issues, place) };
};

/**
 * Validates a bulk input against the contract, element by element.
 * @throws 400 with a message per field that names the element
 */
export const validateBulkInput = function* (
  call: BulkCall,
  { rest, list }: BulkInput,
): Generator<void, Record<string, unknown>> {
  const { bulk } = call;
  if (hasNul(rest)) throw createUnreadableInputError('内容里有不能用的空字符');
  const items = Array.isArray(list) ? (list as unknown[]) : null;
  if (items && items.length > bulk.max)
    throw createInvalidInputError({ [bulk.field]: bulk.tooMany });
  const checkedElements: unknown[] = [];
  const failures: Record<string, string>[] = [];
  for (const [at, piece] of (items ?? []).entries()) {
    const checkedElement = validateBulkElement(call, piece, { at, rest });
    if (checkedElement.fields) failures.push(checkedElement.fields);
    else checkedElements.push(checkedElement.value);
    if (failures.length >= MAX_REPORTED) break;
    yield;
  }
  // The elements are validated already, so the first valid one represents the list.
  const sampleList = items ? (items.length > 0 ? checkedElements.slice(0, 1) : []) : list;
  const candidate = { ...rest, [bulk.field]: sampleList };
  const parseResult = call.input.safeParse(candidate);
  const problems = parseResult.success
    ? {}
    : collectFieldMessages(call.input, parseResult.error, candidate);
  if (failures.length > 0 && checkedElements.length === 0) delete problems[bulk.field];
  const fieldProblems = Object.assign({}, problems, ...failures) as Record<string, string>;
  if (!parseResult.success || failures.length > 0) throw createInvalidInputError(fieldProblems);
  return { ...(parseResult.data as Record<string, unknown>), [bulk.field]: checkedElements };
};
