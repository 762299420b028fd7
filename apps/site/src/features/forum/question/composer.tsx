import { Icon } from '@yunbiao/ui/icon.tsx';
import { useCallback } from 'react';
import { useSession } from '../../../kit/site/site.tsx';
import { MarkdownEditor } from '../editor/markdown-editor.tsx';
import { PhoneNote } from '../phone-note.tsx';
import type { Reply } from '../types.ts';
import css from './composer.module.css';
import { useReplyComposer } from './use-composer.ts';
import type { ComposerProps } from './use-reply-form.ts';

/** The reply being answered, with a button to answer the question instead. */
const ReplyingTo = ({ parent, onRemove }: { parent: Reply; onRemove: () => void }) => (
  <div className={css.replyingTo}>
    <p className={css.parent}>
      回复 <b>{parent.author.nickname}</b>
    </p>
    <button
      type="button"
      className="icon-button"
      aria-label="不回复这一条，直接回答问题"
      onClick={onRemove}
    >
      <Icon name="close" />
    </button>
  </div>
);

/** Says whether the text survives leaving the page. */
const DraftNote = ({ isKept }: { isKept: boolean }) => {
  const isLogin = useSession((session) => session.isLogin);
  return (
    <span className="small faint">
      {!isKept
        ? '浏览器存不下写的，离开这里就没了'
        : isLogin
          ? '写的会留着'
          : '发布时登录，写的会留着'}
    </span>
  );
};

/** Form to write or edit a reply. */
export const Composer = (props: ComposerProps) => {
  const { runAsMember, reply } = props;
  const { form, ready, isKept, parent, setParent, setSending, submit, close } =
    useReplyComposer(props);
  const { ref: box, set } = form;
  const changeReplyContent = useCallback((content: string): void => set({ content }), [set]);
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
      {parent && <ReplyingTo parent={parent} onRemove={() => setParent(null)} />}
      <PhoneNote />
      <MarkdownEditor
        label={reply ? '改回答' : '回答'}
        name="回答"
        value={form.values.content}
        onChange={changeReplyContent}
        error={form.errors.content}
        rows={8}
        firstMode="write"
        placeholder="说清楚怎么做，或者先问清楚情况。"
        readOnly={form.isBusy}
        onSubmit={() => void submit()}
        runAsMember={runAsMember}
        onSending={setSending}
      />
      <div className="row">
        <button type="submit" className="button primary" aria-disabled={form.isBusy}>
          {reply ? '保存修改' : '发布回答'}
        </button>
        <button type="button" className="button" onClick={close}>
          取消
        </button>
        {!reply && <DraftNote isKept={isKept} />}
      </div>
    </form>
  );
};
