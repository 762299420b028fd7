import type { PostTable, Selectable, Tx } from '@yunbiao/db';

export type PostRow = Selectable<PostTable>;

/** Length of a question's excerpt in lists, characters. */
export const POST_EXCERPT = 120;

/**
 * Time by which a question with a tenth of the score must be newer to rank equally, ms: 12.5 hours.
 */
const MS_PER_TENFOLD_SCORE = 45_000_000;

/**
 * Rank from the logarithm of the score plus the creation time. It never changes merely because time
 * passes.
 */
export const computeHotRank = ({
  reply_count: replies,
  like_count: likes,
  created_at: at,
}: Pick<PostRow, 'reply_count' | 'like_count' | 'created_at'>): number =>
  Math.round((Math.log10(1 + replies + 2 * likes) + at / MS_PER_TENFOLD_SCORE) * 1_000_000);

type CountedPost = Pick<PostRow, 'group_id' | 'state' | 'accepted_reply_id'>;

const countPostAndSolved = ({
  state,
  accepted_reply_id: acceptedReplyId,
}: CountedPost): [number, number] =>
  state === 'visible' ? [1, acceptedReplyId === null ? 0 : 1] : [0, 0];

/** Updates the group counts after a question is added, changed or removed. */
export const updateGroupCounts = async (
  tx: Tx,
  before: CountedPost | null,
  after: CountedPost | null,
): Promise<void> => {
  const changes = new Map<number, [number, number]>();
  const addToGroupChanges = (post: CountedPost | null, sign: number): void => {
    if (!post) return;
    const [posts, solved] = changes.get(post.group_id) ?? [0, 0];
    const [postCount, solvedCount] = countPostAndSolved(post);
    changes.set(post.group_id, [posts + sign * postCount, solved + sign * solvedCount]);
  };
  addToGroupChanges(before, -1);
  addToGroupChanges(after, 1);
  // Updates groups in id order to prevent deadlocks.
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

/**
 * The only way to change a stored question: also updates `hot` and the group counts. The caller
 * holds the question's lock.
 */
export const updatePostAndGroupCounts = async (
  tx: Tx,
  post: PostRow,
  set: Partial<Omit<PostRow, 'id' | 'hot'>>,
): Promise<PostRow> => {
  const next: PostRow = { ...post, ...set };
  next.hot = computeHotRank(next);
  await tx
    .updateTable('post')
    .set({ ...set, hot: next.hot })
    .where('id', '=', post.id)
    .execute();
  await updateGroupCounts(tx, post, next);
  return next;
};
