import { useEffect, useRef, useState } from 'react';
import type { StoredDraft } from '../../../kit/form/drafts.ts';
import { changedFields, type Errors, withStored } from '../../../kit/form/form-state.ts';
import { sendForm } from '../../../kit/form/send-form.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { useStoredDraft } from '../../../kit/form/use-stored-draft.ts';
import { validate } from '../../../kit/form/validate.ts';
import { useApi, useSession } from '../../../kit/site/site.tsx';
import { draftName } from '../editor/draft.ts';
import { withoutTokens } from '../editor/edit-text.ts';
import { lengthTrouble } from '../editor/text-length.ts';
import { getReason } from '../failure.ts';
import type { AskSearch } from '../load-ask.ts';
import type { Post } from '../types.ts';

export type Values = { title: string; gid: string; content: string };

/** A chosen group alone is not worth keeping. */
const wordsIn = ({ title, gid, content }: Values): Values | null => {
  const words = { title, gid, content: withoutTokens(content) };
  return words.title || words.content ? words : null;
};

/** The question to be changed, from the server; `gone`: why there is none. */
const useSource = (id: string | undefined, onSource: (source: Values) => void) => {
  const api = useApi();
  const isLogin = useSession((session) => session.isLogin);
  const [isHere, setHere] = useState(id === undefined);
  const [gone, setGone] = useState('');
  const tell = useRef(onSource);
  tell.current = onSource;
  useEffect(() => {
    if (id === undefined || isHere || !isLogin) return;
    let isWanted = true;
    void api.call('askSource', { postId: id }).then((reply) => {
      if (!isWanted) return;
      if (reply.state === 'fail') return setGone(reply.msg);
      const { title, gid, content } = reply.data;
      tell.current({ title, gid, content });
      setHere(true);
    });
    return () => void (isWanted = false);
  }, [api, id, isHere, isLogin]);
  return { isHere, gone };
};

/** The form to ask a question or to change one, stored in this browser while it is written, and the way to the server. */
export const useAsk = (alias: string, { id, title: given }: AskSearch, onlyGid: string) => {
  const api = useApi();
  const form = useForm<Values>({
    title: id === undefined ? (given ?? '') : '',
    gid: onlyGid,
    content: '',
  });
  const source = useSource(id, form.rebase);
  const isEdit = id !== undefined;
  const { drop, ...stored } = useStoredDraft(form, {
    name: isEdit ? draftName.askEdit(id) : draftName.ask(alias),
    hasBase: source.isHere,
    pick: (values) => (isEdit && form.unsaved() === null ? null : wordsIn(values)),
    restore: ({ value }: StoredDraft, base: Values): Values | null => {
      const found = withStored(base, value);
      const words = { ...found, content: withoutTokens(found.content) };
      if (changedFields(base, words).length === 0) return null;
      // A title in the address is what is asked now, unless the old question was already under way.
      return given && !words.content ? { ...words, title: given } : words;
    },
  });
  const edited = isEdit ? { id } : {};

  const check = async (): Promise<Errors | null> => {
    const { values } = form.now();
    const checked = await validate('askSavePost', { ...values, ...edited });
    const wrong: Errors = checked.ok ? {} : { ...checked.fields };
    const tooLong = lengthTrouble('正文', values.content);
    if (tooLong) wrong.content = tooLong;
    if (!values.gid) wrong.gid = '请选择分类';
    // A draft somebody only found and now sends goes along with who signs in to send it.
    form.touch();
    return Object.keys(wrong).length > 0 ? wrong : null;
  };
  /** Sends what was checked; `onSent` leads away from it. */
  const send = async (onSent: (post: Post) => void): Promise<Errors | null> => {
    const { data, errors } = await sendForm(
      api,
      'askSavePost',
      { ...form.now().values, ...edited },
      { say: (failure) => ({ form: getReason(failure) }) },
    );
    if (!data) return errors;
    drop();
    // Once it is stored nothing more can be added: the page leads away.
    form.finish();
    onSent(data);
    return null;
  };
  const discard = (): void => {
    drop();
    form.rebase({ title: '', gid: onlyGid, content: '' });
  };
  return { form, ...stored, gone: source.gone, check, send, drop, discard };
};
