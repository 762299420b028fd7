import type { LabelData } from '@yunbiao/label';
import { useCallback, useEffect, useRef, useState } from 'react';
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
  /** Sent, but not answered yet. */
  unanswered: Attempt | null;
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
  unanswered: null,
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

/** A stored draft; whatever is not in order is left empty. */
export const readDraft = (text: string | null): Draft => {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    return EMPTY_DRAFT;
  }
  if (!isRecord(value)) return EMPTY_DRAFT;
  const { typed, rows, unanswered } = value;
  return {
    templateId: toText(value.templateId),
    mode: value.mode === 'many' ? 'many' : 'one',
    typed: isRecord(typed)
      ? Object.fromEntries(Object.entries(typed).map(([id, data]) => [id, toData(data)]))
      : {},
    rows: Array.isArray(rows) ? rows.map(toData) : [],
    configId: toText(value.configId),
    copies: toText(value.copies),
    unanswered:
      isRecord(unanswered) && typeof unanswered.key === 'string'
        ? { key: unanswered.key, content: toText(unanswered.content) }
        : null,
    batchNo: toText(value.batchNo),
  };
};

const SAVE_AFTER_MS = 300;

const store = (key: string, draft: Draft): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full or refused: what was typed then lasts as long as the page.
  }
};

/**
 * The member's draft of this tab for one software. Empty while rendering on the server and hydrating; `ready` says that
 * the stored one is in.
 */
export const useDraft = (alias: string) => {
  const { session } = useSite().stores;
  // A session that expires meanwhile does not change whose it is.
  const [owner] = useState(() => session.get().userInfo?.id ?? '');
  const key = `print-draft:${alias}:${owner}`;
  const [held, setHeld] = useState({ draft: EMPTY_DRAFT, ready: false });
  const latest = useRef(held);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    let text: string | null = null;
    try {
      text = sessionStorage.getItem(key);
    } catch {
      // Refused: start empty.
    }
    latest.current = { draft: readDraft(text), ready: true };
    setHeld(latest.current);
    const flush = (): void => {
      clearTimeout(timer.current);
      if (latest.current.ready) store(key, latest.current.draft);
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [key]);

  const update = useCallback(
    (patch: Partial<Draft>, now = false) => {
      latest.current = { ...latest.current, draft: { ...latest.current.draft, ...patch } };
      setHeld(latest.current);
      clearTimeout(timer.current);
      if (now) store(key, latest.current.draft);
      else timer.current = setTimeout(() => store(key, latest.current.draft), SAVE_AFTER_MS);
    },
    [key],
  );
  return { ...held, update };
};
