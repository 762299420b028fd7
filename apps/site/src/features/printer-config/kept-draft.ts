import { useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, leaveOf, readDraft } from '../../shell/drafts.ts';
import { useSite } from '../../shell/site.tsx';
import type { Draft } from './draft.ts';

/** What was kept, over what the form starts with: a field it does not know or does not have is left as it is. */
const merge = (base: Draft, kept: Record<string, unknown>): Draft =>
  Object.fromEntries(
    Object.entries(base).map(([name, value]) => [
      name,
      typeof kept[name] === typeof value ? kept[name] : value,
    ]),
  ) as Draft;

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
  const [leave] = useState(() => leaveOf(session.get().userInfo?.id ?? ''));
  const name = `printer-config:${configId ?? 'new'}`;
  const latest = useRef({ ...form, onKept });
  useEffect(() => {
    latest.current = { ...form, onKept };
  });
  useEffect(() => {
    const kept = readDraft(leave.owner, name, 'tab')?.value;
    dropDraft(leave.owner, name, 'tab');
    if (typeof kept === 'object' && kept !== null)
      latest.current.onKept(merge(latest.current.base, kept as Record<string, unknown>));
    setReady(true);
    return () => {
      const { base, draft } = latest.current;
      const { isLogin, showReLogin } = session.get();
      // Thrown out here, or by another tab's word of it.
      if ((showReLogin || !isLogin) && draft !== base) keepDraft(leave, name, draft, 'tab');
    };
  }, [leave, name, session]);
  return ready;
};
