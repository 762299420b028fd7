import { lockRow, type Tx } from '@yunbiao/db';
import { articleDocs, downloadDocs, postDocs } from './documents.ts';
import { docId, type Kind } from './tokens.ts';
import { replaceDocs } from './write.ts';

/**
 * The index follows the write in the same transaction: what is deleted is not found from that moment on. Each reads the
 * thing as it is now, so a hidden question or a removed file simply leaves the index.
 */
export const indexPost = async ({ tx, id }: { tx: Tx; id: number }): Promise<void> => {
  // Two replies at once index one after the other: the second sees the first.
  await lockRow(tx, 'post', id);
  await replaceDocs(tx, [docId('post', id)], await postDocs(tx, [id]));
};

export const indexArticle = async ({ tx, id }: { tx: Tx; id: number }): Promise<void> => {
  await lockRow(tx, 'article', id);
  // Its type may have changed, and with it its kind.
  const ids = [docId('article', id), docId('updateLog', id)];
  await replaceDocs(tx, ids, await articleDocs(tx, [id]));
};

export const indexDownload = async ({ tx, id }: { tx: Tx; id: number }): Promise<void> => {
  await lockRow(tx, 'download', id);
  await replaceDocs(tx, [docId('download', id)], await downloadDocs(tx, [id]));
};

/** For what leaves its table altogether. */
export const removeFromIndex = ({
  tx,
  kind,
  id,
}: {
  tx: Tx;
  kind: Kind;
  id: number;
}): Promise<void> => replaceDocs(tx, [docId(kind, id)], []);
