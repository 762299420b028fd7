import type { CallInput } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/envelope';
import type { LabelData, Template } from '@yunbiao/label';
import { isEmptyRow } from './paste.ts';

/** One intent to print: the key goes with the content it was made for, and with no other. */
export type Attempt = { key: string; content: string };

export type Job = Omit<CallInput<'print'>, 'idempotencyKey'>;

/** 128 random bits. Not `randomUUID`: browsers withhold it from plain-HTTP pages of a local network. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * A short mark of a job's content (FNV-1a, twice 32 bits). Two jobs with one mark would only be refused by the server
 * (409): the key is bound to the content there.
 */
export const markOf = (job: Job): string => {
  let [a, b] = [0x811c9dc5, 0x01000193];
  const text = JSON.stringify(job);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}-${text.length}`;
};

/** The attempt to send: the unanswered one again when the content is the same, else a new one. */
export const attemptFor = (
  unanswered: Attempt | null,
  job: Job,
  newKey: () => string = randomKey,
): Attempt => {
  const content = markOf(job);
  return unanswered?.content === content ? unanswered : { key: newKey(), content };
};

/** What is left unanswered after a reply. Only an answer ends an attempt: until then a repeat must carry its key. */
export const afterReply = (attempt: Attempt, reply: Envelope<unknown>): Attempt | null =>
  reply.state === 'ok' || reply.code === 409 ? null : attempt;

/** Nobody knows whether the server stored it. */
export const isUnanswered = (reply: Envelope<unknown>): boolean =>
  reply.state === 'fail' && (reply.code === 500 || reply.code === 503);

/** Rows as the call takes them: only the template's fields, without rows that are wholly empty. */
export const rowsToSend = (template: Template, rows: readonly LabelData[]): LabelData[] => {
  const { fields } = template;
  // A form cannot carry an empty object: a label without fields sends its number.
  if (fields.length === 0) return rows.map((_, index) => ({ 序号: String(index + 1) }));
  return rows
    .filter((row) => !isEmptyRow(row, fields))
    .map((row) => Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? ''])));
};
