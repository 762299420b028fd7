import { Icon } from '@yunbiao/ui/icon.tsx';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { sayFailure } from '../../../shell/say-failure.ts';
import { useApi, useSession } from '../../../shell/site.tsx';
import { dropDraft, keepDraft, readDraft } from '../editor/draft.ts';
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

/** The text with what is kept in this browser: a new reply survives leaving the page. */
const useText = ({ postId, reply, parent, quote }: ComposerProps) => {
  const api = useApi();
  const key = `reply-draft:${postId}`;
  const isNew = reply === null;
  const [content, setContent] = useState(() =>
    isNew ? (readDraft(key)?.content ?? '') + quoted(quote) : '',
  );
  const [ready, setReady] = useState(isNew);
  const first = useRef(true);
  useEffect(() => {
    if (!isNew) return;
    keepDraft(key, { title: '', gid: '', content: withoutTokens(content), at: Date.now() });
  }, [key, isNew, content]);
  useEffect(() => {
    // Another reply is answered while the editor is open: its words join what is there.
    if (first.current) first.current = false;
    else if (quote) setContent((now) => (now ? `${now.trimEnd()}\n\n` : '') + quoted(quote));
  }, [parent, quote]);
  const replyId = reply?.id;
  useEffect(() => {
    if (replyId === undefined) return;
    let isWanted = true;
    void api.call('askSource', { replyId }).then((source) => {
      if (!isWanted) return;
      if (source.state === 'fail') return sayFailure(source);
      setContent(source.data.content);
      setReady(true);
    });
    return () => void (isWanted = false);
  }, [api, replyId]);
  return { content, setContent, ready, forget: () => isNew && dropDraft(key) };
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
  const { content, setContent, ready, forget } = useText(props);
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
    forget();
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
      setContent(next);
      setError('');
    },
    [setContent],
  );
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
        onSubmit={submit}
        memberAct={memberAct}
        onSending={setSending}
      />
      <div className="row">
        <button type="submit" className="btn go" disabled={busy}>
          {reply ? '保存修改' : '发布回答'}
        </button>
        <button type="button" className="btn" onClick={onClose}>
          取消
        </button>
        {!reply && (
          <span className="s qq">{isLogin ? '写的会留着' : '发布时登录，写的会留着'}</span>
        )}
      </div>
    </form>
  );
};
