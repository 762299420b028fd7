import {
  type Bulk,
  type Call,
  fieldMessages,
  hasNul,
  INPUT_LIMITS,
  type Issue,
} from '@yunbiao/contract';
import { invalid } from '@yunbiao/services';
import { tooLarge } from './bodies.ts';
import { readBulkForm } from './form-bytes.ts';
import { scanJson, type Scanned } from './json-scan.ts';
import { badJson, parseJson, unreadable } from './refusals.ts';

/** An input whose long list is kept apart. */
export type BulkInput = { rest: Record<string, unknown>; list: unknown };

/** Pieces whose mistakes are told; the rest would say the same. */
const TOLD = 20;

export type BulkCall = Call & { bulk: Bulk };

export const listLimits = (call: Call) => ({ ...INPUT_LIMITS, ...call.limits });

const asObject = (value: unknown): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badJson();
  return value as Record<string, unknown>;
};

/** One piece, looked through before it is read. @throws InputRefused, 400, 413 */
export const readPiece = function* (
  bytes: Buffer,
  { limits }: Pick<Bulk, 'limits'>,
): Generator<void, unknown> {
  if (bytes.length > limits.bytes) throw tooLarge(limits.bytes);
  const { rest } = yield* scanJson(bytes, limits);
  if (rest === '') throw badJson();
  return parseJson(rest);
};

const readPieces = function* (
  bytes: Buffer,
  pieces: NonNullable<Scanned['pieces']>,
  bulk: Bulk,
): Generator<void, unknown[]> {
  if (pieces.length > bulk.max) throw invalid({ [bulk.field]: bulk.tooMany });
  const list: unknown[] = [];
  for (const { start, end } of pieces) {
    list.push(yield* readPiece(bytes.subarray(start, end), bulk));
    yield;
  }
  return list;
};

/** @throws InputRefused, 400, 413 */
export const bulkFromJson = function* (bytes: Buffer, call: BulkCall): Generator<void, BulkInput> {
  const { bulk } = call;
  const { rest, pieces } = yield* scanJson(bytes, listLimits(call), bulk.field);
  if (rest.length > INPUT_LIMITS.bytes) throw tooLarge(INPUT_LIMITS.bytes);
  const { [bulk.field]: left, ...fields } = asObject(parseJson(rest));
  if (pieces === null) return { rest: fields, list: left };
  // Written twice, which of the two is meant?
  if (!Array.isArray(left) || left.length > 0) throw badJson();
  return { rest: fields, list: yield* readPieces(bytes, pieces, bulk) };
};

/** @throws InputRefused, 400, 413 */
export const bulkFromForm = function* (bytes: Buffer, call: BulkCall): Generator<void, BulkInput> {
  const { bulk } = call;
  const { fields: rest, nested, whole } = yield* readBulkForm(bytes, bulk, listLimits(call));
  if (whole === undefined) return { rest, list: nested };
  const { pieces, rest: outside } = yield* scanJson(whole, listLimits(call), '');
  if (pieces === null || outside.replaceAll(/\s/g, '') !== '[]')
    throw unreadable(`${bulk.field} 要写成 JSON 数组`);
  return { rest, list: yield* readPieces(whole, pieces, bulk) };
};

const listMessages = (call: Call, issues: readonly Issue[], at: number): Record<string, string> => {
  const path = [call.bulk?.field ?? '', at];
  const placed = issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  const said = Object.entries(fieldMessages(call.input, { issues: placed }));
  return Object.fromEntries(said.map(([key, words]) => [key, `第 ${at + 1} 行：${words}`]));
};

type Checked = { value: unknown; fields?: undefined } | { fields: Record<string, string> };

const checkPiece = (call: BulkCall, piece: unknown, at: number): Checked => {
  const place = `${call.bulk.field}.${at}`;
  const say = (words: string) => ({ fields: { [place]: `第 ${at + 1} 行：${words}` } });
  if (hasNul(piece)) return say('内容里有不能用的空字符');
  // The validator would leave it out without a word.
  if (typeof piece === 'object' && piece !== null && Object.hasOwn(piece, '__proto__'))
    return say('字段不能叫 __proto__');
  const parsed = call.bulk.item.safeParse(piece);
  return parsed.success
    ? { value: parsed.data }
    : { fields: listMessages(call, parsed.error.issues, at) };
};

/**
 * Checks a bulk input against the contract, piece by piece.
 * @throws 400 with a message a field, naming the piece
 */
export const checkBulk = function* (
  call: BulkCall,
  { rest, list }: BulkInput,
): Generator<void, Record<string, unknown>> {
  const { bulk } = call;
  if (hasNul(rest)) throw unreadable('内容里有不能用的空字符');
  const items = Array.isArray(list) ? (list as unknown[]) : null;
  if (items && items.length > bulk.max) throw invalid({ [bulk.field]: bulk.tooMany });
  const checked: unknown[] = [];
  const wrong: Record<string, string>[] = [];
  for (const [at, piece] of (items ?? []).entries()) {
    const one = checkPiece(call, piece, at);
    if (one.fields) wrong.push(one.fields);
    else checked.push(one.value);
    if (wrong.length >= TOLD) break;
    yield;
  }
  // The first piece that is well stands for the list: each has been looked at.
  const whole = items ? (items.length > 0 ? checked.slice(0, 1) : []) : list;
  const given = { ...rest, [bulk.field]: whole };
  const parsed = call.input.safeParse(given);
  const problems = parsed.success ? {} : fieldMessages(call.input, parsed.error, given);
  if (wrong.length > 0 && checked.length === 0) delete problems[bulk.field];
  const all = Object.assign({}, problems, ...wrong) as Record<string, string>;
  if (!parsed.success || wrong.length > 0) throw invalid(all);
  return { ...(parsed.data as Record<string, unknown>), [bulk.field]: checked };
};
