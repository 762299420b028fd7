import { lockContentRow, type Tx } from '@yunbiao/db';
import { buildArticleDocs, buildDownloadDocs, buildDocsOfVisiblePosts } from './documents.ts';
import { toDocId, type Kind } from './tokens.ts';
import { replaceIndexDocs } from './write-index.ts';

/**
 * Updates the index in the transaction of the write, so that deleted content is never found. Reads
 * the current row: a hidden question or removed file leaves the index.
 */
export const indexPost = async ({ tx, id }: { tx: Tx; id: number }): Promise<void> => {
  // Serialize two concurrent replies, so that the second one indexes the first too.
  await lockContentRow(tx, 'post', id);
  await replaceIndexDocs(tx, [toDocId('post', id)], await buildDocsOfVisiblePosts(tx, [id]));
};

export const indexArticle = async ({ tx, id }: { tx: Tx; id: number }): Promise<void> => {
  await lockContentRow(tx, 'article', id);
  // Both kinds: its type may have changed, which leaves a document of the former kind.
  const ids = [toDocId('article', id), toDocId('updateLog', id)];
  await replaceIndexDocs(tx, ids, await buildArticleDocs(tx, [id]));
};

export const indexDownload = async ({ tx, id }: { tx: Tx; id: number }): Promise<void> => {
  await lockContentRow(tx, 'download', id);
  await replaceIndexDocs(tx, [toDocId('download', id)], await buildDownloadDocs(tx, [id]));
};

/** Removes the document of a row that is deleted from its table. */
export const removeFromIndex = ({
  tx,
  kind,
  id,
}: {
  tx: Tx;
  kind: Kind;
  id: number;
}): Promise<void> => replaceIndexDocs(tx, [toDocId(kind, id)], []);
