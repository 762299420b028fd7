import { removeFromSearchIndex, addToSearchIndex, type Tx } from '@yunbiao/db';
import type { SearchDoc } from './documents.ts';
import { listDocumentTokens } from './tokens.ts';
import { getWordShape, extractVocabulary } from './vocabulary.ts';

/** Rows per statement: well within the databases' limit of parameters. */
const ROWS = 200;

const splitIntoRowChunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / ROWS) }, (_, i) =>
    items.slice(i * ROWS, (i + 1) * ROWS),
  );

/** Writes words in sorted order, so that two concurrent writers cannot deadlock. */
const storeWordsOfDocs = async (tx: Tx, docs: readonly SearchDoc[]): Promise<void> => {
  const rows = new Map<string, { software_id: number; word: string; shape: string }>();
  for (const doc of docs) {
    for (const word of extractVocabulary(`${doc.title}\n${doc.text}`)) {
      rows.set(`${word} ${doc.softwareId}`, {
        software_id: doc.softwareId,
        word,
        shape: getWordShape(word),
      });
    }
  }
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  for (const chunk of splitIntoRowChunks(sorted)) {
    await tx
      .insertInto('search_word')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['software_id', 'word']).doNothing())
      .execute();
  }
};

const removeDocs = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await removeFromSearchIndex(tx, ids);
  await tx.deleteFrom('search_text').where('id', 'in', ids).execute();
  await tx.deleteFrom('search_doc').where('id', 'in', ids).execute();
};

/** Replaces the index documents `ids` by `docs`. Ids without a document are removed. */
export const replaceIndexDocs = async (
  tx: Tx,
  ids: readonly number[],
  docs: readonly SearchDoc[],
): Promise<void> => {
  for (const chunk of splitIntoRowChunks(ids)) await removeDocs(tx, chunk);
  for (const chunk of splitIntoRowChunks(docs)) {
    await tx
      .insertInto('search_doc')
      .values(
        chunk.map((doc) => ({
          id: doc.id,
          software_id: doc.softwareId,
          kind: doc.id % 4,
          title: doc.title,
          solved: doc.solved ? 1 : 0,
          official: doc.official ? 1 : 0,
          at: doc.at,
        })),
      )
      .execute();
    await tx
      .insertInto('search_text')
      .values(chunk.map(({ id, text }) => ({ id, text })))
      .execute();
    await addToSearchIndex(
      tx,
      chunk.map((doc) => ({
        id: doc.id,
        tokens: listDocumentTokens({
          ...doc,
          flags: (['solved', 'official'] as const).filter((flag) => doc[flag]),
        }),
      })),
    );
  }
  await storeWordsOfDocs(tx, docs);
};
