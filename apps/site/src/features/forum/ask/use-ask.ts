import { useEffect, useMemo, useRef, useState } from 'react';
import { type Kept, readDraft } from '../../../shell/drafts.ts';
import { useApi, useSession } from '../../../shell/site.tsx';
import { useKeep } from '../../../shell/use-keep.ts';
import { validate } from '../../../shell/validate.ts';
import { draftName, wordsOf } from '../editor/draft.ts';
import { withoutTokens } from '../editor/edit-text.ts';
import { reasonOf } from '../failure.ts';
import type { AskSearch } from '../load-ask.ts';
import type { Post } from '../types.ts';

export type Values = { title: string; gid: string; content: string };
export type Errors = Partial<Record<keyof Values | 'form', string>>;

const keptOf = ({ title, gid, content }: Values): Values | null => {
  const words = { title, gid, content: withoutTokens(content) };
  return words.title || words.content ? words : null;
};

const isSame = (one: Values, other: Values): boolean =>
  one.title === other.title && one.gid === other.gid && one.content === other.content;

/** A question from a draft, an address or, to be changed, from the server; what is typed is kept in this browser. */
const useValues = (alias: string, { id, title: given }: AskSearch, onlyGid: string) => {
  const api = useApi();
  const isLogin = useSession((session) => session.isLogin);
  const [values, setValues] = useState<Values>({ title: '', gid: onlyGid, content: '' });
  const [ready, setReady] = useState(false);
  const [gone, setGone] = useState('');
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [isRestored, setRestored] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const name = id === undefined ? draftName.ask(alias) : draftName.askEdit(id);
  const value = useMemo(() => keptOf(values), [values]);
  const { owner, drop } = useKeep({ name, value, isDirty, onKept: setSavedAt });

  const latest = useRef({ values, isDirty });
  latest.current = { values, isDirty };
  const before = useRef(owner);
  useEffect(() => {
    const isTakenAlong = before.current === '' && latest.current.isDirty;
    before.current = owner;
    if (id !== undefined || isTakenAlong) return;
    const kept: Kept | null = readDraft(owner, name);
    const draft = wordsOf(kept);
    setSavedAt(draft && kept ? kept.at : null);
    setValues((now) => ({
      title: (draft?.content ? draft.title : (given ?? draft?.title)) ?? '',
      gid: draft?.gid || now.gid,
      content: withoutTokens(draft?.content ?? ''),
    }));
    setDirty(false);
    setReady(true);
  }, [id, name, owner, given]);
  useEffect(() => {
    if (id === undefined || !isLogin) return;
    let isWanted = true;
    void api.call('askSource', { postId: id }).then((reply) => {
      if (!isWanted) return;
      if (reply.state === 'fail') return setGone(reply.msg);
      const { title, gid, content } = reply.data;
      const source = { title, gid, content };
      const draft = wordsOf(readDraft(owner, name));
      const isUnsaved = draft !== null && !isSame(draft, source);
      setValues(isUnsaved ? draft : source);
      setDirty(isUnsaved);
      setRestored(isUnsaved);
      setReady(true);
    });
    return () => void (isWanted = false);
  }, [api, id, name, owner, isLogin]);

  const set = (part: Partial<Values>): void => {
    setDirty(true);
    setValues((now) => ({ ...now, ...part }));
  };
  /** Nothing is left of what was typed: it was sent, or given up. */
  const forget = (): void => {
    drop();
    setSavedAt(null);
    setDirty(false);
  };
  const discard = (): void => {
    forget();
    setValues({ title: '', gid: onlyGid, content: '' });
  };
  return { values, latest, ready, gone, savedAt, isRestored, isDirty, set, forget, discard };
};

/** The form to ask a question or to change one, what is wrong with it, and the way to the server. */
export const useAsk = (alias: string, search: AskSearch, onlyGid: string) => {
  const api = useApi();
  const { latest, ...form } = useValues(alias, search, onlyGid);
  const { values } = form;
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const edited = search.id ? { id: search.id } : {};

  const set = (part: Partial<Values>): void => {
    form.set(part);
    setErrors((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([name]) => name !== 'form' && !(name in part)),
      ),
    );
  };
  const check = async (): Promise<boolean> => {
    const checked = await validate('askSavePost', { ...values, ...edited });
    const wrong: Errors = checked.ok ? {} : { ...checked.fields };
    if (!values.gid) wrong.gid = '请选择分类';
    setErrors(wrong);
    // A draft somebody only found and now sends goes along with who signs in to send it.
    form.set({});
    return Object.keys(wrong).length === 0;
  };
  const send = async (): Promise<Post | null> => {
    setBusy(true);
    const reply = await api.call('askSavePost', { ...latest.current.values, ...edited });
    // Once it is stored nothing more can be added: the page leads away.
    if (reply.state === 'fail') {
      setBusy(false);
      setErrors(reply.data?.fields ?? { form: reasonOf(reply) });
      return null;
    }
    form.forget();
    return reply.data;
  };
  const discard = (): void => {
    form.discard();
    setErrors({});
  };
  return { ...form, errors, setErrors, busy, set, check, send, discard };
};
