import type { LabelData } from '@yunbiao/label';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keepDraft, leaveOf, readDraft } from '../../shell/drafts.ts';
import { useSite } from '../../shell/site.tsx';
import type { Attempt } from './submission.ts';

export type Mode = 'one' | 'many';

/** Everything typed on the page; kept for this tab across reloads and an expired session. */
export type Draft = {
  templateId: string;
  mode: Mode;
  /** 填一张: template id → what was typed. */
  typed: Record<string, LabelData>;
  /** 贴几行. */
  rows: LabelData[];
  configId: string;
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
  configId: '',
  copies: '',
  attempts: [],
  batchNo: '',
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toData = (value: unknown): LabelData =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      )
    : {};

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

/** A kept draft; whatever is not in order is left empty. */
export const toDraft = (value: unknown): Draft => {
  if (!isRecord(value)) return EMPTY_DRAFT;
  const { typed, rows } = value;
  return {
    templateId: toText(value.templateId),
    mode: value.mode === 'many' ? 'many' : 'one',
    typed: isRecord(typed)
      ? Object.fromEntries(Object.entries(typed).map(([id, data]) => [id, toData(data)]))
      : {},
    rows: Array.isArray(rows) ? rows.map(toData) : [],
    configId: toText(value.configId),
    copies: toText(value.copies),
    attempts: toAttempts(value.attempts),
    batchNo: toText(value.batchNo),
  };
};

const SAVE_AFTER_MS = 300;

/**
 * The member's draft of this tab for one software. Empty while rendering on the server and hydrating; `ready` says that
 * the stored one is in.
 */
export const useDraft = (alias: string) => {
  const { session } = useSite().stores;
  // A session that expires meanwhile does not change whose it is; after signing out nothing is kept any more.
  const [leave] = useState(() => leaveOf(session.get().userInfo?.id ?? ''));
  const name = `print:${alias}`;
  const [held, setHeld] = useState({ draft: EMPTY_DRAFT, ready: false });
  const latest = useRef(held);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = { draft: toDraft(readDraft(leave.owner, name, 'tab')?.value), ready: true };
    setHeld(latest.current);
    const flush = (): void => {
      clearTimeout(timer.current);
      if (latest.current.ready) keepDraft(leave, name, latest.current.draft, 'tab');
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [leave, name]);

  const update = useCallback(
    (patch: Partial<Draft>, now = false) => {
      latest.current = { ...latest.current, draft: { ...latest.current.draft, ...patch } };
      setHeld(latest.current);
      clearTimeout(timer.current);
      const keep = (): void => void keepDraft(leave, name, latest.current.draft, 'tab');
      if (now) keep();
      else timer.current = setTimeout(keep, SAVE_AFTER_MS);
    },
    [leave, name],
  );
  return { ...held, update };
};
