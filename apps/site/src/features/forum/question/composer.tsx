import { Icon } from '@yunbiao/ui/icon.tsx';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ownerIn, readDraft } from '../../../shell/drafts.ts';
import { sayFailure } from '../../../shell/say-failure.ts';
import { useApi, useSession } from '../../../shell/site.tsx';
import { useKeep } from '../../../shell/use-keep.ts';
import { draftName, wordsOf } from '../editor/draft.ts';
import { withoutTokens } from '../editor/edit-text.ts';
import { MarkdownEditor } from '../editor/markdown-editor.tsx';
import { reasonOf } from '../failure.ts';
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

/** The text with what is kept in this browser: what is written survives leaving the page and an expired session. */
const useText = ({ postId, reply, parent, quote }: ComposerProps) => {
  const api = useApi();
  const member = useSession(ownerIn);
  const replyId = reply?.id;
  const name = replyId === undefined ? draftName.reply(postId) : draftName.replyEdit(replyId);
  const [content, setContent] = useState(() =>
    replyId === undefined ? (wordsOf(readDraft(member, name))?.content ?? '') + quoted(quote) : '',
  );
  const [ready, setReady] = useState(replyId === undefined);
  const [isDirty, setDirty] = useState(false);
  const value = useMemo(() => {
    const words = withoutTokens(content);
    return words ? { content: words } : null;
  }, [content]);
  const { owner, drop } = useKeep({ name, value, isDirty });
  const change = useCallback((to: (now: string) => string): void => {
    setDirty(true);
    setContent(to);
  }, []);
  const first = useRef(true);
  useEffect(() => {
    // Another reply is answered while the editor is open: its words join what is there.
    if (first.current) first.current = false;
    else if (quote) change((now) => (now ? `${now.trimEnd()}\n\n` : '') + quoted(quote));
  }, [parent, quote, change]);
  useEffect(() => {
    if (replyId === undefined) return;
    let isWanted = true;
    void api.call('askSource', { replyId }).then((source) => {
      if (!isWanted) return;
      if (source.state === 'fail') return sayFailure(source);
      setContent(wordsOf(readDraft(owner, name))?.content ?? source.data.content);
      setReady(true);
    });
    return () => void (isWanted = false);
  }, [api, replyId, owner, name]);
  return { content, change, ready, drop };
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
  const { content, change: changeText, ready, drop } = useText(props);
  const [parent, setParent] = useState(asked);
  useEffect(() => setParent(asked), [asked]);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [sending, setSending] = useState(0);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!ready) return;
    const area = box.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [ready, asked]);

  const send = async (): Promise<void> => {
    setBusy(true);
    const answer = await api.call('askPostReply', {
      postId,
      content,
      ...(reply ? { id: reply.id } : {}),
      ...(!reply && parent ? { parentId: parent.id } : {}),
    });
    setBusy(false);
    if (answer.state === 'fail') return setError(reasonOf(answer));
    drop();
    onSent(answer.data);
  };
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (busy || !ready) return;
    if (sending > 0) return setError('还有图片在上传，等它传完再发');
    if (content.trim() === '') return setError('请写点什么');
    setError('');
    memberAct(() => void send());
  };
  const change = useCallback(
    (next: string): void => {
      changeText(() => next);
      setError('');
    },
    [changeText],
  );
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
      onSubmit={submit}
    >
      {parent && (
        <div className={css.to}>
          <Parent parent={parent} />
          <button
            type="button"
            className="ib"
            aria-label="不回复这一条，直接回答问题"
            onClick={() => setParent(null)}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
      <MarkdownEditor
        label={reply ? '改回答' : '回答'}
        value={content}
        onChange={change}
        error={error}
        rows={8}
        firstMode="write"
        placeholder="说清楚怎么做，或者先问清楚情况。"
        readOnly={busy}
        onSubmit={submit}
        memberAct={memberAct}
        onSending={setSending}
      />
      <div className="row">
        <button type="submit" className="btn go" disabled={busy}>
          {reply ? '保存修改' : '发布回答'}
        </button>
        <button type="button" className="btn" onClick={close}>
          取消
        </button>
        {!reply && (
          <span className="s qq">{isLogin ? '写的会留着' : '发布时登录，写的会留着'}</span>
        )}
      </div>
    </form>
  );
};
