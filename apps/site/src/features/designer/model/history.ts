import type { Command, Doc } from './doc.ts';

/** Steps of the same kind that follow each other this closely are one, ms: a word typed, an arrow held down. */
const TOGETHER_MS = 1_000;

/** What was done, in the words of the undo button. */
type Step = { before: Doc; what: string; key: string; at: number };

/** Every document there has been, and which of them is shown. Unlimited: documents share what did not change. */
export type History = {
  past: readonly Step[];
  now: Doc;
  future: readonly { after: Doc; what: string }[];
};

export const startHistory = (now: Doc): History => ({ past: [], now, future: [] });

export type Act = {
  what: string;
  /** Acts of one key, one right after the other, are undone together. */
  key?: string;
  /** When, epoch ms. */
  at: number;
};

/** Carries a command out. Choosing is no step: only what changes the template is undone. */
export const perform = (
  history: History,
  command: Command,
  { what, key = '', at }: Act,
): History => {
  const { past, now } = history;
  const next = command(now);
  if (next === now) return history;
  if (next.template === now.template) return { ...history, now: next };
  const last = past.at(-1);
  const isTogether =
    key !== '' && last?.key === key && at - last.at < TOGETHER_MS && history.future.length === 0;
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
