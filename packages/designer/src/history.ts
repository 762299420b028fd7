import type { Command, Doc } from './doc.ts';

/**
 * Maximum time between actions of the same kind that form one undo step, ms: typing a word, holding
 * an arrow key.
 */
const MERGE_MS = 1_000;

/** A change, with the text of the undo button. */
type Step = { before: Doc; what: string; key: string; at: number };

/** All documents and the current one. Unlimited, because documents share unchanged parts. */
export type History = {
  past: readonly Step[];
  now: Doc;
  future: readonly { after: Doc; what: string }[];
};

export const createHistory = (now: Doc): History => ({ past: [], now, future: [] });

export type Action = {
  what: string;
  /** Consecutive actions with the same key form one undo step. */
  key?: string;
  /** Time of the action, epoch ms. */
  at: number;
};

/** Executes a command. A selection change is not an undo step. */
export const performCommand = (
  history: History,
  command: Command,
  { what, key = '', at }: Action,
): History => {
  const { past, now } = history;
  const next = command(now);
  if (next === now) return history;
  if (next.template === now.template) return { ...history, now: next };
  const last = past.at(-1);
  const isTogether =
    key !== '' && last?.key === key && at - last.at < MERGE_MS && history.future.length === 0;
  const step = isTogether ? { ...last, at } : { before: now, what, key, at };
  return { past: [...(isTogether ? past.slice(0, -1) : past), step], now: next, future: [] };
};

export const undo = (history: History): History => {
  const step = history.past.at(-1);
  if (!step) return history;
  const { past, now, future } = history;
  return {
    past: past.slice(0, -1),
    now: step.before,
    future: [{ after: now, what: step.what }, ...future],
  };
};

export const redo = (history: History): History => {
  const [step, ...future] = history.future;
  if (!step) return history;
  const { past, now } = history;
  return {
    past: [...past, { before: now, what: step.what, key: '', at: 0 }],
    now: step.after,
    future,
  };
};
