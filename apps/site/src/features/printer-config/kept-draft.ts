import { useEffect, useRef, useState } from 'react';
import { useSite } from '../../shell/site.tsx';
import type { Draft } from './draft.ts';

const take = (key: string): string | null => {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text;
  } catch {
    return null;
  }
};

const keep = (key: string, draft: Draft): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Refused: what was typed is then lost with the session.
  }
};

/** What was kept, over what the form starts with: a field it does not know or does not have is left as it is. */
const merge = (base: Draft, text: string): Draft => {
  try {
    const kept = JSON.parse(text) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(base).map(([name, value]) => [
        name,
        typeof kept[name] === typeof value ? kept[name] : value,
      ]),
    ) as Draft;
  } catch {
    return base;
  }
};

/**
 * An expired session throws the member out in the middle of a form: what was typed is kept in this tab and is there
 * again after signing in. Leaving in any other way keeps nothing: the page asks first. Answers whether the form is
 * ready: what is typed before would be lost.
 */
export const useKeptDraft = (
  configId: string | undefined,
  form: { base: Draft; draft: Draft },
  onKept: (draft: Draft) => void,
): boolean => {
  const [ready, setReady] = useState(false);
  const { session } = useSite().stores;
  // A session that expires meanwhile does not change whose it is.
  const [owner] = useState(() => session.get().userInfo?.id ?? '');
  const key = `printer-config-draft:${configId ?? 'new'}:${owner}`;
  const latest = useRef({ ...form, onKept });
  useEffect(() => {
    latest.current = { ...form, onKept };
  });
  useEffect(() => {
    const text = take(key);
    if (text) latest.current.onKept(merge(latest.current.base, text));
    setReady(true);
    return () => {
      const { base, draft } = latest.current;
      if (session.get().showReLogin && draft !== base) keep(key, draft);
    };
  }, [key, session]);
  return ready;
};
