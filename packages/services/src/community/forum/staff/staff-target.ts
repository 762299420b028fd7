import { type Executor, lockContentRow, type Tx } from '@yunbiao/db';
import { createInvalidInputError, createNotFoundError } from '../../../platform/errors.ts';
import type { Target } from '../find-entries.ts';
import type { PostRow } from '../update-post.ts';

export type Kind = 'post' | 'reply';

/** Parses the kind of an entry: question or reply. @throws 400 */
export const parseEntryKind = (word: string): Kind => {
  if (word === 'post' || word === 'reply') return word;
  throw createInvalidInputError({ kind: `${word} 不是 post（问题）或 reply（回复）` });
};

/** Parses the id of an entry. @throws 404 if the text is not an id */
export const parseForumId = (word: string, label: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(word)) throw createNotFoundError(`没有编号是 ${word} 的${label}`);
  return Number(word);
};

/** Returns a question in any state, locked until the transaction ends. @throws 404 */
export const lockPostInAnyState = async (tx: Tx, word: string): Promise<PostRow> => {
  const id = parseForumId(word, '问题');
  await lockContentRow(tx, 'post', id);
  const post = await tx.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst();
  if (!post) throw createNotFoundError(`没有编号是 ${id} 的问题`);
  return post;
};

const findPostId = async (executor: Executor, word: string): Promise<number> => {
  const id = parseForumId(word, '回复');
  const row = await executor
    .selectFrom('reply')
    .select('post_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw createNotFoundError(`没有编号是 ${id} 的回复`);
  return row.post_id;
};

/** Returns a question or reply in any state, with its question locked. @throws 400, 404 */
export const lockEntryInAnyState = async (tx: Tx, kind: string, id: string): Promise<Target> => {
  if (parseEntryKind(kind) === 'post')
    return { post: await lockPostInAnyState(tx, id), reply: null };
  const post = await lockPostInAnyState(tx, String(await findPostId(tx, id)));
  const reply = await tx
    .selectFrom('reply')
    .selectAll()
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow();
  return { post, reply };
};
