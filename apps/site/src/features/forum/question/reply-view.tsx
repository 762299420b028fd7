import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Status } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import type { ReactNode } from 'react';
import { useSite } from '../../../kit/site/site.tsx';
import { Byline } from '../byline.tsx';
import { ForumIcon } from '../icons.tsx';
import { ForumProse } from '../prose.tsx';
import type { MemberState, Reply } from '../types.ts';
import css from './question.module.css';
import { isLiked } from './member-state.ts';
import type { QuestionActions } from './use-question-actions.ts';

export type ReplyViewProps = {
  alias: string;
  reply: Reply;
  own: MemberState | null;
  acts: QuestionActions;
  /** Returns true for replies on this page: a link jumps to them without navigation. */
  isInView: (replyId: string) => boolean;
  /** The URL names this reply. */
  isWanted: boolean;
  onReply: (reply: Reply) => void;
  onReport: (reply: Reply) => void;
  onEdit: (reply: Reply) => void;
  /** Replaces the text while the author edits it. */
  editor: ReactNode;
};

type ReplyId = { id: string; postId: string };

const getReplyPath = (alias: string, reply: ReplyId): string =>
  `/${alias}/qa/${reply.postId}.html?reply=${reply.id}#reply-${reply.id}`;

/** Link to the URL of a reply: the list from it on. */
const ReplyLink = ({
  alias,
  reply,
  className,
  children,
}: {
  alias: string;
  reply: ReplyId;
  className: string | undefined;
  children: ReactNode;
}) => (
  <Link
    to="/$soft/qa/{$id}.html"
    params={{ soft: alias, id: reply.postId }}
    search={{ reply: reply.id }}
    hash={`reply-${reply.id}`}
    preload={false}
    {...(className ? { className } : {})}
  >
    {children}
  </Link>
);

const ParentReply = ({ alias, reply, isInView }: ReplyViewProps) => {
  const { parent } = reply;
  if (!parent) return null;
  return (
    <p className={css.parent}>
      回复{' '}
      {isInView(parent.id) ? (
        <a className="link" href={`#reply-${parent.id}`}>
          {parent.nickname}
        </a>
      ) : (
        <ReplyLink alias={alias} reply={{ id: parent.id, postId: reply.postId }} className="link">
          {parent.nickname}
        </ReplyLink>
      )}
    </p>
  );
};

const ReplyActs = ({ reply, own, acts, onReply, onReport, onEdit }: ReplyViewProps) => {
  const isMine = own?.myReplies.includes(reply.id) ?? false;
  return (
    <div className={css.acts}>
      <button
        type="button"
        className="bare"
        aria-pressed={isLiked(own, reply.id)}
        disabled={isMine}
        onClick={() => acts.like(reply.id)}
      >
        <ForumIcon name="like" />
        有用 <span className={css.count}>{formatCount(reply.likeCount)}</span>
      </button>
      <button type="button" className="bare" onClick={() => onReply(reply)}>
        回复
      </button>
      {own?.mine && reply.state === 'visible' && (
        <button
          type="button"
          className="bare"
          onClick={() => acts.accept(reply.accepted ? null : reply)}
        >
          {reply.accepted ? '撤回采纳' : '采纳'}
        </button>
      )}
      <span className={css.end}>
        {isMine ? (
          <>
            <button type="button" className="bare" onClick={() => onEdit(reply)}>
              编辑
            </button>
            <button type="button" className="bare" onClick={() => void acts.removeReply(reply)}>
              删除
            </button>
          </>
        ) : (
          <button type="button" className="bare" onClick={() => onReport(reply)}>
            举报
          </button>
        )}
      </span>
    </div>
  );
};

/** One reply with its permanent link. */
export const ReplyView = (props: ReplyViewProps) => {
  const { alias, reply, isWanted, editor } = props;
  const { origin } = useSite();
  const path = getReplyPath(alias, reply);
  const mark = `${reply.accepted ? css.best : ''} ${isWanted ? css.wanted : ''}`;
  return (
    <article
      className={`${css.answer} ${mark}`}
      id={`reply-${reply.id}`}
      aria-label={`${reply.author.nickname}的回答`}
      tabIndex={-1}
    >
      {reply.accepted && (
        <p className={css.accepted}>
          <Status kind="ok">
            <b>已采纳</b>
          </Status>
        </p>
      )}
      <Byline author={reply.author} isAsker={reply.byAsker}>
        <ReplyLink alias={alias} reply={reply} className={css.when}>
          <Time at={reply.createdAt} />
        </ReplyLink>
        {reply.editedAt && <span>改过</span>}
        <CopyButton text={origin + path} targetName="这条回复的链接" />
        {reply.state === 'review' && <Status kind="uncertain">审核中，通过以后大家才看得到</Status>}
      </Byline>
      <ParentReply {...props} />
      {editor ?? (
        <>
          <ForumProse html={reply.html} className={css.text} />
          <ReplyActs {...props} />
        </>
      )}
    </article>
  );
};
