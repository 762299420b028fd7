import { type Selectable, type DownloadTable, type PostTable, type Tx } from '@yunbiao/db';
import { plainText } from './plain.ts';
import { docId, type Kind } from './tokens.ts';

/** What can be found of a question, article or file. */
export type SearchDoc = {
  id: number;
  softwareId: number;
  kind: Kind;
  title: string;
  text: string;
  solved: boolean;
  official: boolean;
  at: number;
};

/** What lies beyond is not found. A long thread is 300 answers of a hundred letters. */
const MAX_LETTERS = 30_000;
/** More replies than fit, whatever their length. */
const MAX_REPLIES = 3_000;

type PostRow = Pick<
  Selectable<PostTable>,
  'id' | 'software_id' | 'title' | 'content' | 'accepted_reply_id' | 'created_at'
>;
type ReplyRow = { id: number; post_id: number; content: string; official: string };

/** The question, its answer, then the other replies in their order. */
const postDoc = (post: PostRow, replies: readonly ReplyRow[]): SearchDoc => {
  const accepted = replies.find(({ id }) => id === post.accepted_reply_id);
  const parts = [post.content];
  if (accepted) parts.push(accepted.content);
  for (const reply of replies) if (reply !== accepted) parts.push(reply.content);
  let text = '';
  for (const part of parts) {
    if (text.length >= MAX_LETTERS) break;
    text += `${text && '\n'}${plainText(part)}`;
  }
  return {
    id: docId('post', post.id),
    softwareId: post.software_id,
    kind: 'post',
    title: post.title,
    text: text.slice(0, MAX_LETTERS),
    solved: accepted !== undefined,
    official: replies.some(({ official }) => official !== ''),
    at: post.created_at,
  };
};

const listReplies = (tx: Tx, postIds: readonly number[]): Promise<ReplyRow[]> =>
  tx
    .selectFrom('reply')
    .innerJoin('member', 'member.id', 'reply.member_id')
    .select(['reply.id', 'reply.post_id', 'reply.content', 'member.official'])
    .where('reply.post_id', 'in', postIds)
    .where('reply.state', '=', 'visible')
    .orderBy('reply.post_id')
    .orderBy('reply.id')
    .limit(MAX_REPLIES * postIds.length)
    .execute();

/** Of these questions the visible ones. Give at most 500 ids. */
export const postDocs = async (tx: Tx, ids: readonly number[]): Promise<SearchDoc[]> => {
  const posts = await tx
    .selectFrom('post')
    .select(['id', 'software_id', 'title', 'content', 'accepted_reply_id', 'created_at'])
    .where('id', 'in', ids)
    .where('state', '=', 'visible')
    .orderBy('id')
    .execute();
  if (posts.length === 0) return [];
  const replies = Map.groupBy(
    await listReplies(
      tx,
      posts.map(({ id }) => id),
    ),
    (reply) => reply.post_id,
  );
  return posts.map((post) => postDoc(post, replies.get(post.id) ?? []));
};

/** Articles that belong to a software; texts of the law are found in the footer. */
export const articleDocs = async (tx: Tx, ids: readonly number[]): Promise<SearchDoc[]> => {
  const rows = await tx
    .selectFrom('article')
    .selectAll()
    .where('id', 'in', ids)
    .where('software_id', 'is not', null)
    .where('art_type', 'in', ['help', 'news', 'updateLog'])
    .orderBy('id')
    .execute();
  return rows.map((row): SearchDoc => {
    const kind = row.art_type === 'updateLog' ? 'updateLog' : 'article';
    return {
      id: docId(kind, row.id),
      softwareId: row.software_id ?? 0,
      kind,
      title:
        row.version && !row.title.includes(row.version)
          ? `${row.version}：${row.title}`
          : row.title,
      text: [row.summary, plainText(row.content)].filter(Boolean).join('\n').slice(0, MAX_LETTERS),
      solved: false,
      official: false,
      at: row.published_at,
    };
  });
};

const downloadText = (row: Selectable<DownloadTable>): string =>
  [plainText(row.notes), row.requirement, row.file_name, row.version].filter(Boolean).join('\n');

export const downloadDocs = async (tx: Tx, ids: readonly number[]): Promise<SearchDoc[]> => {
  const rows = await tx
    .selectFrom('download')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: docId('download', row.id),
    softwareId: row.software_id,
    kind: 'download',
    title: row.title,
    text: downloadText(row).slice(0, MAX_LETTERS),
    solved: false,
    official: false,
    at: row.released_at,
  }));
};
