import type { LabelData } from '@yunbiao/label';
import { useCallback } from 'react';
import {
  getPrintDraftName,
  toStoredPrintRows,
  type SentRow,
  parseLabelData,
  parseLabelRows,
  parseSentRows,
} from '../../kit/data/row-transfer.ts';
import { isRecord } from '../../kit/data/stored-data.ts';
import { type DraftPermission, readDraft, storeDraft } from '../../kit/form/drafts.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { useLeaveConfirmation } from '../../kit/form/use-leave-confirmation.ts';
import { useStoredDraft } from '../../kit/form/use-stored-draft.ts';
import { useSite } from '../../kit/site/site.tsx';
import { parsePendingPaste, type PendingPaste } from './rows/paste.ts';
import type { Attempt } from './attempts.ts';

/** A configuration, and the label size it is used for. */
export type ConfigForSize = { size: string; id: string };

/** 填一张, 贴几行, 打开 Excel. The last two share the table of rows. */
export type Mode = 'one' | 'many' | 'file';

const MODES: ReadonlySet<unknown> = new Set<Mode>(['one', 'many', 'file']);

export const isModeWithRowTable = ({ mode }: { mode: Mode }): boolean => mode !== 'one';

/** Everything entered on the page. Stored for this tab; survives reloads and an expired session. */
export type Draft = {
  templateId: string;
  mode: Mode;
  /** 填一张: template id → entered values. */
  typed: Record<string, LabelData>;
  /** 贴几行, 打开 Excel. */
  rows: LabelData[];
  /** Rows that were sent and removed from the table, in the order they were sent. */
  taken: SentRow[];
  /** Rows of the table that were sent before and are to be printed again. */
  again: LabelData[];
  /** A paste whose columns are not mapped yet. */
  waiting: PendingPaste | null;
  configId: string;
  /**
   * Default configuration used for this label size while none is chosen. A reload keeps it; another
   * label size does not.
   */
  begun: ConfigForSize | null;
  /** Entered text; empty for the default of the configuration. */
  copies: string;
  /** Attempts sent from this tab, newest first. */
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

const parseStringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const parseAttempts = (value: unknown): Attempt[] =>
  Array.isArray(value)
    ? value
        .filter((item) => isRecord(item) && typeof item.key === 'string')
        .map(({ key, content, batchNo }: Record<string, unknown>) => ({
          key: parseStringOrEmpty(key),
          content: parseStringOrEmpty(content),
          batchNo: parseStringOrEmpty(batchNo),
        }))
    : [];

const parseDefaultConfig = (value: unknown): ConfigForSize | null =>
  isRecord(value) && typeof value.size === 'string' && typeof value.id === 'string'
    ? { size: value.size, id: value.id }
    : null;

/** Parses a stored draft. Invalid values become empty. */
export const parseDraft = (value: unknown): Draft => {
  if (!isRecord(value)) return EMPTY_DRAFT;
  const { typed } = value;
  return {
    templateId: parseStringOrEmpty(value.templateId),
    mode: MODES.has(value.mode) ? (value.mode as Mode) : 'one',
    typed: isRecord(typed)
      ? Object.fromEntries(Object.entries(typed).map(([id, data]) => [id, parseLabelData(data)]))
      : {},
    rows: parseLabelRows(value.rows),
    taken: parseSentRows(value.taken),
    again: parseLabelRows(value.again),
    waiting: parsePendingPaste(value.waiting),
    configId: parseStringOrEmpty(value.configId),
    begun: parseDefaultConfig(value.begun),
    copies: parseStringOrEmpty(value.copies),
    attempts: parseAttempts(value.attempts),
    batchNo: parseStringOrEmpty(value.batchNo),
  };
};

/** Returns the draft unchanged, or null when it contains nothing worth storing. */
export const getDraftUnlessEmpty = (draft: Draft): Draft | null => {
  const { mode, ...rest } = draft;
  const isEmpty = Object.values(rest).every((value) => Object.keys(value ?? '').length === 0);
  return isEmpty && mode === EMPTY_DRAFT.mode ? null : draft;
};

/**
 * Stores a draft for this tab. Returns false when the browser could not store all of it. When
 * storage is full, it stores at least the attempts, together with the text stored before. If the
 * same content is pasted again after a reload, it is then sent with the same idempotency key.
 */
export const storePrintDraftOrAttempts = (
  leave: DraftPermission,
  name: string,
  draft: Draft,
): boolean => {
  const storeDraftInTab = (draft: Draft): boolean =>
    storeDraft(leave, name, { ...draft, ...toStoredPrintRows(draft) }, 'tab');
  if (storeDraftInTab(draft)) return true;
  // A paste can be repeated; text typed into the table cannot.
  if (draft.waiting) {
    storePrintDraftOrAttempts(leave, name, { ...draft, waiting: null });
    return false;
  }
  // Unsent rows have priority over sent ones. The table stored before still contains the sent rows
  // and would print them twice.
  if (draft.taken.length > 0 && storeDraftInTab({ ...draft, taken: [] })) return false;
  const { typed, rows, taken } = parseDraft(readDraft(leave.owner, name, 'tab')?.value);
  // Attempts have priority over text: a duplicate print costs more than typing again.
  if (!storeDraftInTab({ ...draft, typed, rows, taken }))
    storeDraftInTab({ ...draft, typed: {}, rows: [], taken: [] });
  return false;
};

/**
 * The member's draft in this tab for one software. It is empty during server rendering and
 * hydration. `ready`: the stored draft is loaded. `isKept`: a reload restores all of it.
 */
export const usePrintDraft = (alias: string) => {
  const form = useForm(EMPTY_DRAFT);
  const { session } = useSite().stores;
  const { ready, isKept, storeNow } = useStoredDraft(form, {
    name: getPrintDraftName(alias),
    area: 'tab',
    pick: getDraftUnlessEmpty,
    store: storePrintDraftOrAttempts,
    restore: ({ value }) => parseDraft(value),
  });
  useLeaveConfirmation({
    hasUnsavedWork: () => !isKept,
    getMessage: () => '浏览器存不下这一页的内容，离开后会丢失。',
    isSilent: () => !session.get().isLogin,
    ignoresSearch: true,
  });
  const { set, getState } = form;
  /**
   * A function receives the current draft. `now` stores at once, before an action that must not be
   * lost.
   */
  const update = useCallback(
    (patch: Partial<Draft> | ((draft: Draft) => Partial<Draft>), now = false) => {
      set(typeof patch === 'function' ? patch(getState().values) : patch);
      if (now) storeNow();
    },
    [set, getState, storeNow],
  );
  return { draft: form.values, ready, isKept, update };
};
