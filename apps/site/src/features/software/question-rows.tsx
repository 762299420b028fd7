import type { CallOutput } from '@yunbiao/contract';
import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Time } from '@yunbiao/ui/time.tsx';
import css from './question-rows.module.css';

type Post = CallOutput<'siteIndex'>['posts'][number];

const describePost = (post: Post, withSoftware: boolean): string =>
  [
    ...(withSoftware ? [post.softwareName] : []),
    post.groupName,
    ...(post.solved ? ['已解决'] : []),
    `${formatCount(post.replyCount)}\u00A0个回答`,
  ].join(' · ');

/** Answered questions as rows. */
export const QuestionRows = ({
  posts,
  withSoftware = false,
}: {
  posts: readonly Post[];
  withSoftware?: boolean;
}) => (
  <ul className={css.rows}>
    {posts.map((post) => (
      <li key={post.id}>
        <Link to="/$soft/qa/{$id}.html" params={{ soft: post.softwareAlias, id: post.id }}>
          <b>{post.title}</b>
        </Link>
        <Time at={post.activeAt} className="small faint" />
        <p>{describePost(post, withSoftware)}</p>
      </li>
    ))}
  </ul>
);
