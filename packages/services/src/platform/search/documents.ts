import { type Selectable, type DownloadTable, type PostTable, type Tx } from '@yunbiao/db';
import { convertMarkdownToPlainText } from './plain-text.ts';
import { toDocId, type Kind } from './tokens.ts';

/** Searchable content of a question, article or file. */
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

/** Text beyond this length is not indexed. A long thread is 300 answers of a hundred letters. */
const MAX_LETTERS = 30_000;
/** More replies than fit at any length. */
const MAX_REPLIES = 3_000;

type PostRow = Pick<
  Selectable<PostTable>,
  'id' | 'software_id' | 'title' | 'content' | 'accepted_reply_id' | 'created_at'
>;
type ReplyRow = { id: number; post_id: number; content: string; official: string };

/**
 * Builds the document of a question: its text, the accepted reply, then the other replies in order.
 */
const buildDocOfPostAndReplies = (post: PostRow, replies: readonly ReplyRow[]): SearchDoc => {
  const acceptedReply = replies.find(({ id }) => id === post.accepted_reply_id);
  const parts = [post.content];
  if (acceptedReply) parts.push(acceptedReply.content);
  for (const reply of replies) if (reply !== acceptedReply) parts.push(reply.content);
  let text = '';
  for (const part of parts) {
    if (text.length >= MAX_LETTERS) break;
    text += `${text && '\n'}${convertMarkdownToPlainText(part)}`;
  }
  return {
    id: toDocId('post', post.id),
    softwareId: post.software_id,
    kind: 'post',
    title: post.title,
    text: text.slice(0, MAX_LETTERS),
    solved: acceptedReply !== undefined,
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

/** Documents of the visible questions among `ids`; at most 500 ids. */
export const buildDocsOfVisiblePosts = async (
  tx: Tx,
  ids: readonly number[],
): Promise<SearchDoc[]> => {
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
  return posts.map((post) => buildDocOfPostAndReplies(post, replies.get(post.id) ?? []));
};

/** Articles of a software. Legal texts have no software and are linked in the footer. */
export const buildArticleDocs = async (tx: Tx, ids: readonly number[]): Promise<SearchDoc[]> => {
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
      id: toDocId(kind, row.id),
      softwareId: row.software_id ?? 0,
      kind,
      title:
        row.version && !row.title.includes(row.version)
          ? `${row.version}：${row.title}`
          : row.title,
      text: [row.summary, convertMarkdownToPlainText(row.content)]
        .filter(Boolean)
        .join('\n')
        .slice(0, MAX_LETTERS),
      solved: false,
      official: false,
      at: row.published_at,
    };
  });
};

const buildDownloadText = (row: Selectable<DownloadTable>): string =>
  [convertMarkdownToPlainText(row.notes), row.requirement, row.file_name, row.version]
    .filter(Boolean)
    .join('\n');

export const buildDownloadDocs = async (tx: Tx, ids: readonly number[]): Promise<SearchDoc[]> => {
  const rows = await tx
    .selectFrom('download')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: toDocId('download', row.id),
    softwareId: row.software_id,
    kind: 'download',
    title: row.title,
    text: buildDownloadText(row).slice(0, MAX_LETTERS),
    solved: false,
    official: false,
    at: row.released_at,
  }));
};
