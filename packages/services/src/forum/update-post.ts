import type { PostTable, Selectable, Tx } from '@yunbiao/db';

export type PostRow = Selectable<PostTable>;

/** Characters of a question's text that lists show. */
export const POST_EXCERPT = 120;

/** Ten times the score weighs as much as being asked 12.5 hours later. */
const TENFOLD_MS = 45_000_000;

/** Rises with the score by its magnitude, and with the time it was asked: no row changes because time passes. */
export const rankHot = ({
  reply_count: replies,
  like_count: likes,
  created_at: at,
}: Pick<PostRow, 'reply_count' | 'like_count' | 'created_at'>): number =>
  Math.round((Math.log10(1 + replies + 2 * likes) + at / TENFOLD_MS) * 1_000_000);

type Counted = Pick<PostRow, 'group_id' | 'state' | 'accepted_reply_id'>;

const figures = ({ state, accepted_reply_id: accepted }: Counted): [number, number] =>
  state === 'visible' ? [1, accepted === null ? 0 : 1] : [0, 0];

/** Keeps the figures of groups in step with a question that comes, changes or goes. */
export const countPost = async (
  tx: Tx,
  before: Counted | null,
  after: Counted | null,
): Promise<void> => {
  const changes = new Map<number, [number, number]>();
  const add = (post: Counted | null, sign: number): void => {
    if (!post) return;
    const [posts, solved] = changes.get(post.group_id) ?? [0, 0];
    const [one, done] = figures(post);
    changes.set(post.group_id, [posts + sign * one, solved + sign * done]);
  };
  add(before, -1);
  add(after, 1);
  // In the order of their ids, so that two moves do not wait for each other.
  for (const [groupId, [posts, solved]] of [...changes].toSorted(([a], [b]) => a - b)) {
    if (posts === 0 && solved === 0) continue;
    await tx
      .updateTable('forum_group')
      .set((eb) => ({
        post_count: eb('post_count', '+', posts),
        solved_count: eb('solved_count', '+', solved),
      }))
      .where('id', '=', groupId)
      .execute();
  }
};

/** The only way a stored question changes: `hot` and the figures of its group follow. The caller holds its lock. */
export const updatePost = async (
  tx: Tx,
  post: PostRow,
  set: Partial<Omit<PostRow, 'id' | 'hot'>>,
): Promise<PostRow> => {
  const next: PostRow = { ...post, ...set };
  next.hot = rankHot(next);
  await tx
    .updateTable('post')
    .set({ ...set, hot: next.hot })
    .where('id', '=', post.id)
    .execute();
  await countPost(tx, post, next);
  return next;
};
