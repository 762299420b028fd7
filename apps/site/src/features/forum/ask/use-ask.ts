import { useEffect, useRef, useState } from 'react';
import { useApi, useSession } from '../../../shell/site.tsx';
import { validate } from '../../../shell/validate.ts';
import { dropDraft, keepDraft, readDraft } from '../editor/draft.ts';
import { withoutTokens } from '../editor/edit-text.ts';
import { reasonOf } from '../failure.ts';
import type { AskSearch } from '../load-ask.ts';
import type { Post } from '../types.ts';

export type Values = { title: string; gid: string; content: string };
export type Errors = Partial<Record<keyof Values | 'form', string>>;

/** Typing is kept when it rests this long, ms. */
const REST_MS = 500;

/** A question from a draft, an address or, to be changed, from the server; kept in this browser while it is new. */
export const useAsk = (alias: string, search: AskSearch, onlyGid: string) => {
  const api = useApi();
  const isLogin = useSession((session) => session.isLogin);
  const { id, title: given } = search;
  const key = `ask-draft:${alias}`;
  const [values, setValues] = useState<Values>({ title: '', gid: onlyGid, content: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [ready, setReady] = useState(false);
  const [gone, setGone] = useState('');
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [isDirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const done = useRef(false);

  useEffect(() => {
    if (id !== undefined) return;
    const draft = readDraft(key);
    if (draft) setSavedAt(draft.at);
    setValues((now) => ({
      title: (draft?.content ? draft.title : (given ?? draft?.title)) ?? '',
      gid: draft?.gid || now.gid,
      content: withoutTokens(draft?.content ?? ''),
    }));
    setReady(true);
  }, [id, key, given]);
  useEffect(() => {
    if (id === undefined || !isLogin) return;
    let isWanted = true;
    void api.call('askSource', { postId: id }).then((reply) => {
      if (!isWanted) return;
      if (reply.state === 'fail') return setGone(reply.msg);
      setValues(reply.data);
      setReady(true);
    });
    return () => void (isWanted = false);
  }, [api, id, isLogin]);

  const latest = useRef(values);
  latest.current = values;
  const isKept = id === undefined && isDirty;
  useEffect(() => {
    if (!isKept) return;
    const keep = (): void => {
      if (done.current) return;
      const at = Date.now();
      const draft = { ...latest.current, content: withoutTokens(latest.current.content), at };
      setSavedAt(keepDraft(key, draft) && (draft.title || draft.content) ? at : null);
    };
    const timer = setTimeout(keep, REST_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
    };
  }, [isKept, key, values]);
  useEffect(
    () => () => {
      // Left within the rest: nothing typed is lost.
      const { title, content } = latest.current;
      if (id === undefined && !done.current && (title || content))
        keepDraft(key, { ...latest.current, content: withoutTokens(content), at: Date.now() });
    },
    [id, key],
  );

  const set = (part: Partial<Values>): void => {
    setDirty(true);
    setValues((now) => ({ ...now, ...part }));
    setErrors((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([name]) => name !== 'form' && !(name in part)),
      ),
    );
  };
  const check = async (): Promise<boolean> => {
    const checked = await validate('askSavePost', { ...values, ...(id ? { id } : {}) });
    const wrong: Errors = checked.ok ? {} : { ...checked.fields };
    if (!values.gid) wrong.gid = '请选择分类';
    setErrors(wrong);
    return Object.keys(wrong).length === 0;
  };
  const send = async (): Promise<Post | null> => {
    setBusy(true);
    const reply = await api.call('askSavePost', { ...latest.current, ...(id ? { id } : {}) });
    setBusy(false);
    if (reply.state === 'fail') {
      setErrors(reply.data?.fields ?? { form: reasonOf(reply) });
      return null;
    }
    done.current = true;
    setDirty(false);
    if (id === undefined) dropDraft(key);
    return reply.data;
  };
  const discard = (): void => {
    dropDraft(key);
    setSavedAt(null);
    setDirty(false);
    setErrors({});
    setValues({ title: '', gid: onlyGid, content: '' });
  };
  return {
    values,
    errors,
    setErrors,
    ready,
    gone,
    savedAt,
    isDirty,
    busy,
    set,
    check,
    send,
    discard,
  };
};
