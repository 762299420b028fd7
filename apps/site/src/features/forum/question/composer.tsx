import { Icon } from '@yunbiao/ui/icon.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Errors } from '../../../kit/form/form-state.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { useGuard } from '../../../kit/form/use-guard.ts';
import { useStoredDraft } from '../../../kit/form/use-stored-draft.ts';
import { sayFailure } from '../../../kit/page/say-failure.ts';
import { useApi, useSession } from '../../../kit/site/site.tsx';
import { draftName } from '../editor/draft.ts';
import { withoutTokens } from '../editor/edit-text.ts';
import { lengthTrouble } from '../editor/text-length.ts';
import { MarkdownEditor } from '../editor/markdown-editor.tsx';
import { getReason } from '../failure.ts';
import { PhoneNote } from '../phone-note.tsx';
import type { Reply } from '../types.ts';
import css from './composer.module.css';

export type ComposerProps = {
  alias: string;
  postId: string;
  memberAct: (act: () => void) => void;
  /** The reply that is changed; null for a new one. */
  reply: Reply | null;
  /** The reply that is answered. */
  parent: Reply | null;
  /** Words of it to begin with. */
  quote: string;
  onSent: (reply: Reply) => void;
  onClose: () => void;
};

const quoted = (words: string): string =>
  words
    ? `${words
        .slice(0, 500)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}\n\n`
    : '';

type Text = { content: string };

/** The text with what is stored in this browser: what is written survives leaving the page and an expired session. */
const useText = ({ postId, reply, parent, quote }: ComposerProps) => {
  const api = useApi();
  const replyId = reply?.id;
  const form = useForm<Text>({ content: '' });
  const { now, rebase, put, set } = form;
  const [hasBase, setHasBase] = useState(replyId === undefined);
  const { ready, isKept, drop } = useStoredDraft(form, {
    name: replyId === undefined ? draftName.reply(postId) : draftName.replyEdit(replyId),
    hasBase,
    pick: ({ content }) => {
      const words = withoutTokens(content);
      return words && form.unsaved() ? { content: words } : null;
    },
  });
  const isOpening = useRef(true);
  useEffect(() => {
    if (!ready) return;
    const isFirst = isOpening.current;
    isOpening.current = false;
    if (!quote) return;
    const { content } = now().values;
    // The words asked for when it was opened are not yet anybody's; those of another reply join what is there.
    if (isFirst) put({ content: content + quoted(quote) });
    else set({ content: (content ? `${content.trimEnd()}\n\n` : '') + quoted(quote) });
  }, [ready, parent, quote, now, put, set]);
  useEffect(() => {
    if (replyId === undefined) return;
    let isWanted = true;
    void api.call('askSource', { replyId }).then((source) => {
      if (!isWanted) return;
      if (source.state === 'fail') return sayFailure(source);
      rebase({ content: source.data.content });
      setHasBase(true);
    });
    return () => void (isWanted = false);
  }, [api, replyId, rebase]);
  return { form, ready, isKept, drop };
};

const Parent = ({ parent }: { parent: Reply }) => (
  <p className={css.parent}>
    回复 <b>{parent.author.nickname}</b>
  </p>
);

/** Writes a reply, or changes one. */
export const Composer = (props: ComposerProps) => {
  const { postId, memberAct, reply, parent: asked, onSent, onClose } = props;
  const api = useApi();
  const isLogin = useSession((session) => session.isLogin);
  const { form, ready, isKept, drop } = useText(props);
  const [parent, setParent] = useState(asked);
  useEffect(() => setParent(asked), [asked]);
  const [sending, setSending] = useState(0);
  useGuard(form, { uploads: sending, isStored: isKept });
  const { ref: box, set } = form;
  useEffect(() => {
    if (!ready) return;
    const area = box.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [ready, asked, box]);

  const check = async (): Promise<Errors | null> => {
    if (sending > 0) return { content: '还有图片在上传，等它传完再发' };
    form.touch();
    const { content } = form.now().values;
    const wrong = content.trim() === '' ? '请写点什么' : lengthTrouble('回答', content);
    return wrong ? { content: wrong } : null;
  };
  const send = async (): Promise<Errors | null> => {
    const answer = await api.call('askPostReply', {
      postId,
      content: form.now().values.content,
      ...(reply ? { id: reply.id } : {}),
      ...(!reply && parent ? { parentId: parent.id } : {}),
    });
    if (answer.state === 'fail') return { content: getReason(answer) };
    drop();
    form.finish();
    onSent(answer.data);
    return null;
  };
  const submit = async (): Promise<void> => {
    if (ready && (await form.submit(check))) memberAct(() => void form.submit(send));
  };
  const change = useCallback((content: string): void => set({ content }), [set]);
  const close = (): void => {
    // Changing it is given up; a new one stays.
    if (reply) drop();
    onClose();
  };
  return (
    <form
      ref={box}
      noValidate
      className={css.composer}
      aria-label={reply ? '改回答' : '写回答'}
      inert={!ready}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {parent && (
        <div className={css.replyingTo}>
          <Parent parent={parent} />
          <button
            type="button"
            className="icon-button"
            aria-label="不回复这一条，直接回答问题"
            onClick={() => setParent(null)}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
      <PhoneNote />
      <MarkdownEditor
        label={reply ? '改回答' : '回答'}
        name="回答"
        value={form.values.content}
        onChange={change}
        error={form.errors.content}
        rows={8}
        firstMode="write"
        placeholder="说清楚怎么做，或者先问清楚情况。"
        readOnly={form.isBusy}
        onSubmit={() => void submit()}
        memberAct={memberAct}
        onSending={setSending}
      />
      <div className="row">
        <button type="submit" className="button primary" aria-disabled={form.isBusy}>
          {reply ? '保存修改' : '发布回答'}
        </button>
        <button type="button" className="button" onClick={close}>
          取消
        </button>
        {!reply && (
          <span className="small faint">
            {!isKept
              ? '浏览器存不下写的，离开这里就没了'
              : isLogin
                ? '写的会留着'
                : '发布时登录，写的会留着'}
          </span>
        )}
      </div>
    </form>
  );
};
