import { useEffect, useRef, useState } from 'react';
import type { StoredDraft } from '../../../kit/form/drafts.ts';
import { listChangedFields, type Errors, mergeStoredValues } from '../../../kit/form/form-state.ts';
import { sendForm } from '../../../kit/form/send-form.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { useStoredDraft } from '../../../kit/form/use-stored-draft.ts';
import { validateCallInput } from '../../../kit/form/validate.ts';
import { useApi, useSession } from '../../../kit/site/site.tsx';
import { draftNames } from '../editor/draft.ts';
import { stripUploadPlaceholders } from '../editor/edit-text.ts';
import { checkPostLength } from '../editor/text-length.ts';
import { describeForumFailure } from '../failure.ts';
import type { AskSearch } from '../load-ask.ts';
import type { Post } from '../types.ts';

export type Values = { title: string; gid: string; content: string };

/**
 * Returns the values to store as a draft; null when only a group is chosen, which is not worth
 * storing.
 */
const toDraftValues = ({ title, gid, content }: Values): Values | null => {
  const words = { title, gid, content: stripUploadPlaceholders(content) };
  return words.title || words.content ? words : null;
};

/** Loads the question to edit. `gone`: the reason why it cannot be loaded. */
const useQuestionToEdit = (id: string | undefined, onSource: (source: Values) => void) => {
  const api = useApi();
  const isLogin = useSession((session) => session.isLogin);
  const [isLoaded, setHere] = useState(id === undefined);
  const [unavailableReason, setGone] = useState('');
  const onSourceRef = useRef(onSource);
  onSourceRef.current = onSource;
  useEffect(() => {
    if (id === undefined || isLoaded || !isLogin) return;
    let isWanted = true;
    void api.call('askSource', { postId: id }).then((reply) => {
      if (!isWanted) return;
      if (reply.state === 'fail') return setGone(reply.msg);
      const { title, gid, content } = reply.data;
      onSourceRef.current({ title, gid, content });
      setHere(true);
    });
    return () => void (isWanted = false);
  }, [api, id, isLoaded, isLogin]);
  return { isHere: isLoaded, gone: unavailableReason };
};

/** Returns the errors of a form by field. `edited`: the question that it edits, if any. */
const findErrors = async (values: Values, edited: { id?: string | undefined }): Promise<Errors> => {
  const validation = await validateCallInput('askSavePost', { ...values, ...edited });
  const errors: Errors = validation.ok ? {} : { ...validation.fields };
  const tooLong = checkPostLength('正文', values.content);
  if (tooLong) errors.content = tooLong;
  if (!values.gid) errors.gid = '请选择分类';
  return errors;
};

/** Form to ask or edit a question, with a draft stored in the browser. */
export const useAskForm = (
  alias: string,
  { id, title: suggestedTitle }: AskSearch,
  onlyGid: string,
) => {
  const api = useApi();
  const form = useForm<Values>({
    title: id === undefined ? (suggestedTitle ?? '') : '',
    gid: onlyGid,
    content: '',
  });
  const source = useQuestionToEdit(id, form.rebase);
  const isEdit = id !== undefined;
  const { drop, ...stored } = useStoredDraft(form, {
    name: isEdit ? draftNames.askEdit(id) : draftNames.ask(alias),
    hasBase: source.isHere,
    pick: (values) => (isEdit && form.getUnsaved() === null ? null : toDraftValues(values)),
    restore: ({ value }: StoredDraft, base: Values): Values | null => {
      const restored = mergeStoredValues(base, value);
      const words = { ...restored, content: stripUploadPlaceholders(restored.content) };
      if (listChangedFields(base, words).length === 0) return null;
      // A title in the URL replaces the title of the draft, unless the draft already has content.
      return suggestedTitle && !words.content ? { ...words, title: suggestedTitle } : words;
    },
  });
  const edited = isEdit ? { id } : {};

  const check = async (): Promise<Errors | null> => {
    const errors = await findErrors(form.getState().values, edited);
    // A restored draft counts as touched when it is sent, so that it stays with the member who
    // signs in to send it.
    form.markTouched();
    return Object.keys(errors).length > 0 ? errors : null;
  };
  /** Sends the checked form. `onSent` must navigate away from it. */
  const send = async (onSent: (post: Post) => void): Promise<Errors | null> => {
    const { data, errors } = await sendForm(
      api,
      'askSavePost',
      { ...form.getState().values, ...edited },
      { onRefusal: (failure) => ({ form: describeForumFailure(failure) }) },
    );
    if (!data) return errors;
    drop();
    // The question is stored: lock the form until the page navigates away.
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
