import type { CallInput } from '@yunbiao/contract';
import { type Envelope, SESSION_INVALID } from '@yunbiao/contract/core/envelope';
import type { LabelData, Template } from '@yunbiao/label';
import { listFillableFields } from '@yunbiao/label/fields';
import { isEmptyRow } from './rows/paste.ts';
import { getSheetRowNumber, copyRowWithSheetRowNumber } from '../../kit/data/sheet-rows.ts';
import { createRandomKey } from '../../kit/site/random-key.ts';

/**
 * One intent to print. The idempotency key belongs to exactly this content. `batchNo` is the
 * created batch, '' until the server has answered.
 */
export type Attempt = { key: string; content: string; batchNo: string };

/**
 * Attempts stored per tab. Returning to an older content must not print it again without asking.
 */
const MAX_ATTEMPTS = 20;

export type Job = Omit<CallInput<'print'>, 'idempotencyKey' | 'tz' | 'allowCutOff'>;

/**
 * Hash of a job's content, without the sheet rows: labels are the same when their rows moved in the
 * sheet. Two hashes by the scheme of FNV-1a, with different multipliers. A collision does no harm:
 * the server binds the key to the content and refuses a different one (409).
 */
export const hashJobContent = (job: Job): string => {
  let [a, b] = [0x811c9dc5, 0x01000193];
  const text = JSON.stringify({ ...job, sheetRows: undefined });
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}-${text.length}`;
};

const createAttempt = (content: string, newKey = createRandomKey): Attempt => ({
  key: newKey(),
  content,
  batchNo: '',
});

/**
 * Meaning of a press on 打印: `send` for a first request or the retry of an unanswered one, `again`
 * when the server has already stored this content.
 */
export type PrintRequest =
  | { kind: 'send'; attempt: Attempt }
  | { kind: 'again'; attempt: Attempt; before: Attempt };

/**
 * The same content uses the same idempotency key until the server has answered. After that only an
 * explicit 再打印一批 sends it again: `attempt` then has a new key.
 */
export const createPrintRequest = (
  attempts: readonly Attempt[],
  job: Job,
  newKey: () => string = createRandomKey,
): PrintRequest => {
  const content = hashJobContent(job);
  const before = attempts.find((attempt) => attempt.content === content);
  if (!before) return { kind: 'send', attempt: createAttempt(content, newKey) };
  if (before.batchNo === '') return { kind: 'send', attempt: before };
  return { kind: 'again', attempt: createAttempt(content, newKey), before };
};

/** Puts this attempt first and removes an earlier one with the same content. */
export const putAttemptFirst = (attempts: readonly Attempt[], attempt: Attempt): Attempt[] =>
  [attempt, ...attempts.filter(({ content }) => content !== attempt.content)].slice(
    0,
    MAX_ATTEMPTS,
  );

/**
 * Updates the attempts after a reply. A refusal removes the attempt. Without an answer, or when the
 * session expired, the attempt stays: a retry must use the same key.
 */
export const updateAttemptsAfterReply = (
  attempts: readonly Attempt[],
  attempt: Attempt,
  reply: Envelope<{ batchNo: string }>,
): Attempt[] => {
  if (reply.state === 'ok')
    return putAttemptFirst(attempts, { ...attempt, batchNo: reply.data.batchNo });
  if (isRequestOutcomeUnknown(reply) || reply.code === SESSION_INVALID)
    return putAttemptFirst(attempts, attempt);
  return attempts.filter(({ content }) => content !== attempt.content);
};

/** Returns true when the batch was made from this content; `mark` comes from {@link hashJobContent}. */
export const hasBatchSameContent = (
  attempts: readonly Attempt[],
  batchNo: string,
  mark: string,
): boolean => attempts.some((attempt) => attempt.batchNo === batchNo && attempt.content === mark);

/** The newest attempt has no answer: the server may or may not have stored it. */
export const isNewestAttemptUnanswered = ([newest]: readonly Attempt[]): boolean =>
  newest?.batchNo === '';

/** Whether the outcome of a request is unknown: the server may or may not have stored it. */
export const isRequestOutcomeUnknown = (reply: Envelope<unknown>): boolean =>
  reply.state === 'fail' && (reply.code === 500 || reply.code === 503);

/** Converts rows to the call's input: only entered fields, without empty rows. */
export const toRowsToSend = (template: Template, rows: readonly LabelData[]): LabelData[] => {
  const fields = listFillableFields(template);
  // A form cannot encode an empty object. A label without entered fields sends its row number.
  if (fields.length === 0) return rows.map((_, index) => ({ 序号: String(index + 1) }));
  return rows
    .filter((row) => !isEmptyRow(row, fields))
    .map((row) =>
      copyRowWithSheetRowNumber(
        Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? ''])),
        getSheetRowNumber(row),
      ),
    );
};
