import type { LabelData } from '@yunbiao/label';
import { useCallback } from 'react';
import { printDraft, type Taken, toData, toRows, toTaken } from '../../kit/data/hand-over.ts';
import { isRecord } from '../../kit/data/stored-data.ts';
import { type Leave, readDraft, storeDraft } from '../../kit/form/drafts.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useLeaveQuestion } from '../../kit/form/use-leave-question.ts';
import { useStoredDraft } from '../../kit/form/use-stored-draft.ts';
import { useSite } from '../../kit/site/site.tsx';
import { toWaiting, type Waiting } from './paste.ts';
import type { Attempt } from './submission.ts';

/** A configuration, and the size of the labels it is for. */
export type Begun = { size: string; id: string };

export type Mode = 'one' | 'many';

/** Everything typed on the page; stored for this tab across reloads and an expired session. */
export type Draft = {
  templateId: string;
  mode: Mode;
  /** 填一张: template id → what was typed. */
  typed: Record<string, LabelData>;
  /** 贴几行. */
  rows: LabelData[];
  /** What was sent of them while others could not be, and what was sent since; those sent first in front. */
  taken: Taken[];
  /** Rows of the table that were sent before and are meant to go out again. */
  again: LabelData[];
  /** A paste that is not in the table yet. */
  waiting: Waiting | null;
  configId: string;
  /** What labels of a size were sent with while nothing was chosen: a reload stays with it, another size does not. */
  begun: Begun | null;
  /** As typed; empty: the configuration's own. */
  copies: string;
  /** What was sent from this tab, newest first. */
  attempts: Attempt[];
  /** The batch of the last submission. */
  batchNo: string;
};

export const EMPTY_DRAFT: Draft = {
  templateId: '',
  mode: 'one',
  typed: {},
  rows: [],
  taken: [],
  again: [],
  waiting: null,
  configId: '',
  begun: null,
  copies: '',
  attempts: [],
  batchNo: '',
};

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const toAttempts = (value: unknown): Attempt[] =>
  Array.isArray(value)
    ? value
        .filter((one) => isRecord(one) && typeof one.key === 'string')
        .map(({ key, content, batchNo }: Record<string, unknown>) => ({
          key: toText(key),
          content: toText(content),
          batchNo: toText(batchNo),
        }))
    : [];

const toBegun = (value: unknown): Begun | null =>
  isRecord(value) && typeof value.size === 'string' && typeof value.id === 'string'
    ? { size: value.size, id: value.id }
    : null;

/** A stored draft; whatever is not in order is left empty. */
export const toDraft = (value: unknown): Draft => {
  if (!isRecord(value)) return EMPTY_DRAFT;
  const { typed } = value;
  return {
    templateId: toText(value.templateId),
    mode: value.mode === 'many' ? 'many' : 'one',
    typed: isRecord(typed)
      ? Object.fromEntries(Object.entries(typed).map(([id, data]) => [id, toData(data)]))
      : {},
    rows: toRows(value.rows),
    taken: toTaken(value.taken),
    again: toRows(value.again),
    waiting: toWaiting(value.waiting),
    configId: toText(value.configId),
    begun: toBegun(value.begun),
    copies: toText(value.copies),
    attempts: toAttempts(value.attempts),
    batchNo: toText(value.batchNo),
  };
};

/** What of a draft is worth keeping; null while nothing was chosen, written or sent. */
export const pickKept = (draft: Draft): Draft | null => {
  const { mode, ...rest } = draft;
  const isEmpty = Object.values(rest).every((value) => Object.keys(value ?? '').length === 0);
  return isEmpty && mode === EMPTY_DRAFT.mode ? null : draft;
};

/**
 * Stores a draft for this tab; false when not all of it. Where the browser has no room for what was pasted it stores at
 * least what was sent, beside the words stored before: the same content pasted again after a reload goes with the same key.
 */
export const storePrintDraft = (leave: Leave, name: string, draft: Draft): boolean => {
  if (storeDraft(leave, name, draft, 'tab')) return true;
  // A paste can be made once more; what was typed into the table cannot.
  if (draft.waiting) {
    storePrintDraft(leave, name, { ...draft, waiting: null });
    return false;
  }
  // Rows to be sent come before those that were: the table as it was before would send them once more.
  if (draft.taken.length > 0 && storeDraft(leave, name, { ...draft, taken: [] }, 'tab'))
    return false;
  const { typed, rows, taken } = toDraft(readDraft(leave.owner, name, 'tab')?.value);
  // What was sent comes before any words: a second print costs more than typing them again.
  if (!storeDraft(leave, name, { ...draft, typed, rows, taken }, 'tab'))
    storeDraft(leave, name, { ...draft, typed: {}, rows: [], taken: [] }, 'tab');
  return false;
};

/**
 * The member's draft of this tab for one software. Empty while rendering on the server and hydrating; `ready` says that
 * the stored one is in, `isKept` that a reload brings it back whole.
 */
export const useDraft = (alias: string) => {
  const form = useForm(EMPTY_DRAFT);
  const { session } = useSite().stores;
  const { ready, isKept, storeNow } = useStoredDraft(form, {
    name: printDraft(alias),
    area: 'tab',
    pick: pickKept,
    store: storePrintDraft,
    restore: ({ value }) => toDraft(value),
  });
  useLeaveQuestion({
    loses: () => !isKept,
    message: () => '浏览器存不下这一页的内容，离开后会丢失。',
    isSilent: () => !session.get().isLogin,
    isOnePath: true,
  });
  const { set, now: latest } = form;
  /** By a function from what is there this moment; `now`: stored at once, before something is done that must not be forgotten. */
  const update = useCallback(
    (patch: Partial<Draft> | ((draft: Draft) => Partial<Draft>), now = false) => {
      set(typeof patch === 'function' ? patch(latest().values) : patch);
      if (now) storeNow();
    },
    [set, latest, storeNow],
  );
  return { draft: form.values, ready, isKept, update };
};
