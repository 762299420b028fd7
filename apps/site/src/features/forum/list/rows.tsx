import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Time } from '@yunbiao/ui/time.tsx';
import type { PostRow } from '../types.ts';
import css from './rows.module.css';

/** Number of replies, and whether one is accepted. */
const ReplyCount = ({ post }: { post: PostRow }) => (
  <span className={post.solved ? `${css.answers} ${css.solved}` : css.answers}>
    {formatCount(post.replyCount)}
    <small>{post.solved ? '已解决' : '回答'}</small>
  </span>
);

/** List of questions. `brief`: titles only, for a list beside other content. */
export const QuestionRows = ({
  posts,
  label,
  brief = false,
}: {
  posts: readonly PostRow[];
  label: string;
  brief?: boolean;
}) => (
  <ol className={brief ? `${css.rows} ${css.brief}` : css.rows} aria-label={label}>
    {posts.map((post) => (
      <li key={post.id}>
        <Link to="/$soft/qa/{$id}.html" params={{ soft: post.softwareAlias, id: post.id }}>
          {!brief && <ReplyCount post={post} />}
          <span className={css.words}>
            <b>{post.title}</b>
            {!brief && post.excerpt && <span className={css.excerpt}>{post.excerpt}</span>}
            <span className={css.byline}>
              {brief ? (
                `${post.solved ? '已解决 · ' : ''}${post.replyCount} 个回答`
              ) : (
                <>
                  {post.pinned && <span className="tag">置顶</span>}
                  <span>
                    {post.groupName} · {post.author.nickname} · <Time at={post.createdAt} />
                  </span>
                </>
              )}
            </span>
          </span>
        </Link>
      </li>
    ))}
  </ol>
);
