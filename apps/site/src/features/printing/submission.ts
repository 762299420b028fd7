import type { CallInput } from '@yunbiao/contract';
import { type Envelope, SESSION_INVALID } from '@yunbiao/contract/envelope';
import type { LabelData, Template } from '@yunbiao/label';
import { typedFields } from '@yunbiao/label/fields';
import { isEmptyRow } from './paste.ts';
import { randomKey } from '../../kit/site/random-key.ts';

/**
 * One intent to print: the key goes with the content it was made for, and with no other. `batchNo` is the batch it
 * became, '' until the server has answered.
 */
export type Attempt = { key: string; content: string; batchNo: string };

/** Attempts a tab remembers: coming back to an older content must not print it unasked, either. */
const REMEMBERED = 20;

export type Job = Omit<CallInput<'print'>, 'idempotencyKey' | 'tz' | 'allowCutOff'>;

/**
 * A short mark of a job's content (FNV-1a, twice 32 bits). Two jobs with one mark would only be refused by the server
 * (409): the key is bound to the content there.
 */
export const getMark = (job: Job): string => {
  let [a, b] = [0x811c9dc5, 0x01000193];
  const text = JSON.stringify(job);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}-${text.length}`;
};

const newAttempt = (content: string, newKey = randomKey): Attempt => ({
  key: newKey(),
  content,
  batchNo: '',
});

/** What pressing 打印 is: a first time, a repeat of what nobody answered, or again what the server has stored. */
export type Intent =
  | { kind: 'send'; attempt: Attempt }
  | { kind: 'again'; attempt: Attempt; before: Attempt };

/**
 * The same content is the same intent, and goes with the same key, until the server has answered it. After that only a
 * deliberate 再打一批 is a new one: `attempt` is then what to send if that is meant.
 */
export const getIntent = (
  attempts: readonly Attempt[],
  job: Job,
  newKey: () => string = randomKey,
): Intent => {
  const content = getMark(job);
  const before = attempts.find((one) => one.content === content);
  if (!before) return { kind: 'send', attempt: newAttempt(content, newKey) };
  if (before.batchNo === '') return { kind: 'send', attempt: before };
  return { kind: 'again', attempt: newAttempt(content, newKey), before };
};

/** Attempts with this one first; one of the same content gives way to it. */
export const remember = (attempts: readonly Attempt[], attempt: Attempt): Attempt[] =>
  [attempt, ...attempts.filter(({ content }) => content !== attempt.content)].slice(0, REMEMBERED);

/**
 * The attempts after a reply to one of them. An answer that stored nothing ends it; without an answer, and when the
 * session ended on the way, a repeat must carry the key.
 */
export const afterReply = (
  attempts: readonly Attempt[],
  attempt: Attempt,
  reply: Envelope<{ batchNo: string }>,
): Attempt[] => {
  if (reply.state === 'ok') return remember(attempts, { ...attempt, batchNo: reply.data.batchNo });
  if (isUnanswered(reply) || reply.code === SESSION_INVALID) return remember(attempts, attempt);
  return attempts.filter(({ content }) => content !== attempt.content);
};

/** Whether the batch was made of this very content; `mark` is that of {@link getMark}. */
export const isSameContent = (
  attempts: readonly Attempt[],
  batchNo: string,
  mark: string,
): boolean => attempts.some((one) => one.batchNo === batchNo && one.content === mark);

/** The newest attempt went out, and nobody knows whether the server stored it. */
export const isLost = ([newest]: readonly Attempt[]): boolean => newest?.batchNo === '';

/** Nobody knows whether the server stored it. */
export const isUnanswered = (reply: Envelope<unknown>): boolean =>
  reply.state === 'fail' && (reply.code === 500 || reply.code === 503);

/** Rows as the call takes them: only what one fills in, without rows that are wholly empty. */
export const rowsToSend = (template: Template, rows: readonly LabelData[]): LabelData[] => {
  const fields = typedFields(template);
  // A form cannot carry an empty object: a label with nothing to fill in sends its number.
  if (fields.length === 0) return rows.map((_, index) => ({ 序号: String(index + 1) }));
  return rows
    .filter((row) => !isEmptyRow(row, fields))
    .map((row) => Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? ''])));
};
