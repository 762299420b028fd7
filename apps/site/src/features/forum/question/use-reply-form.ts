import { useEffect, useRef, useState } from 'react';
import { useForm } from '../../../kit/form/use-form.ts';
import { useStoredDraft } from '../../../kit/form/use-stored-draft.ts';
import { showFailure } from '../../../kit/page/show-failure.ts';
import { useApi } from '../../../kit/site/site.tsx';
import { draftNames } from '../editor/draft.ts';
import { stripUploadPlaceholders } from '../editor/edit-text.ts';
import type { Reply } from '../types.ts';

export type ComposerProps = {
  alias: string;
  postId: string;
  runAsMember: (act: () => void) => void;
  /** The reply being edited; null for a new one. */
  reply: Reply | null;
  /** The reply being answered. */
  parent: Reply | null;
  /** Text quoted at the start of the reply. */
  quote: string;
  onSent: (reply: Reply) => void;
  onClose: () => void;
};

const formatQuote = (text: string): string =>
  text
    ? `${text
        .slice(0, 500)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}\n\n`
    : '';

type Text = { content: string };

/**
 * The reply's text with its stored draft, which survives leaving the page and an expired session.
 */
export const useReplyForm = ({ postId, reply, parent, quote }: ComposerProps) => {
  const api = useApi();
  const replyId = reply?.id;
  const form = useForm<Text>({ content: '' });
  const { getState, rebase, replaceValues, set } = form;
  const [hasBase, setHasBase] = useState(replyId === undefined);
  const { ready, isKept, drop } = useStoredDraft(form, {
    name: replyId === undefined ? draftNames.reply(postId) : draftNames.replyEdit(replyId),
    hasBase,
    pick: ({ content }) => {
      const words = stripUploadPlaceholders(content);
      return words && form.getUnsaved() ? { content: words } : null;
    },
  });
  const isOpening = useRef(true);
  useEffect(() => {
    if (!ready) return;
    const isFirst = isOpening.current;
    isOpening.current = false;
    if (!quote) return;
    const { content } = getState().values;
    // A quote added on opening does not count as input. A later quote from another reply is
    // appended to the text.
    if (isFirst) replaceValues({ content: content + formatQuote(quote) });
    else set({ content: (content ? `${content.trimEnd()}\n\n` : '') + formatQuote(quote) });
  }, [ready, parent, quote, getState, replaceValues, set]);
  useEffect(() => {
    if (replyId === undefined) return;
    let isWanted = true;
    void api.call('askSource', { replyId }).then((source) => {
      if (!isWanted) return;
      if (source.state === 'fail') return showFailure(source);
      rebase({ content: source.data.content });
      setHasBase(true);
    });
    return () => void (isWanted = false);
  }, [api, replyId, rebase]);
  return { form, ready, isKept, drop };
};
