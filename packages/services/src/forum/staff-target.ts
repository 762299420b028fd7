import { type Executor, lockRow, type Tx } from '@yunbiao/db';
import { invalid, notFound } from '../errors.ts';
import type { Target } from './find.ts';
import type { PostRow } from './update-post.ts';

export type Kind = 'post' | 'reply';

/** @throws 400 */
export const getKind = (word: string): Kind => {
  if (word === 'post' || word === 'reply') return word;
  throw invalid({ kind: `${word} 不是 post（问题）或 reply（回复）` });
};

/** @throws 404 for what cannot be an id */
export const getId = (word: string, what: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(word)) throw notFound(`没有编号是 ${word} 的${what}`);
  return Number(word);
};

/** Any question, whatever its state, held until the transaction ends. @throws 404 */
export const lockAnyPost = async (tx: Tx, word: string): Promise<PostRow> => {
  const id = getId(word, '问题');
  await lockRow(tx, 'post', id);
  const post = await tx.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst();
  if (!post) throw notFound(`没有编号是 ${id} 的问题`);
  return post;
};

const getPostId = async (executor: Executor, word: string): Promise<number> => {
  const id = getId(word, '回复');
  const row = await executor
    .selectFrom('reply')
    .select('post_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(`没有编号是 ${id} 的回复`);
  return row.post_id;
};

/** What staff name, whatever its state. @throws 400, 404 */
export const lockAny = async (tx: Tx, kind: string, id: string): Promise<Target> => {
  if (getKind(kind) === 'post') return { post: await lockAnyPost(tx, id), reply: null };
  const post = await lockAnyPost(tx, String(await getPostId(tx, id)));
  const reply = await tx
    .selectFrom('reply')
    .selectAll()
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow();
  return { post, reply };
};
