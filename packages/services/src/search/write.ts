import { dropTokens, putTokens, type Tx } from '@yunbiao/db';
import type { SearchDoc } from './documents.ts';
import { listTokens } from './tokens.ts';
import { getShape, getVocabulary } from './words.ts';

/** Rows of one statement: well within the parameters an engine takes. */
const ROWS = 200;

const inChunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / ROWS) }, (_, i) =>
    items.slice(i * ROWS, (i + 1) * ROWS),
  );

/** In the order of the words, so that two writers never wait for each other. */
const learnWords = async (tx: Tx, docs: readonly SearchDoc[]): Promise<void> => {
  const rows = new Map<string, { software_id: number; word: string; shape: string }>();
  for (const doc of docs) {
    for (const word of getVocabulary(`${doc.title}\n${doc.text}`)) {
      rows.set(`${word} ${doc.softwareId}`, {
        software_id: doc.softwareId,
        word,
        shape: getShape(word),
      });
    }
  }
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  for (const chunk of inChunks(sorted)) {
    await tx
      .insertInto('search_word')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['software_id', 'word']).doNothing())
      .execute();
  }
};

const dropDocs = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await dropTokens(tx, ids);
  await tx.deleteFrom('search_text').where('id', 'in', ids).execute();
  await tx.deleteFrom('search_doc').where('id', 'in', ids).execute();
};

/** Puts `docs` in the place of what the index has under `ids`: what is not among them any more is gone. */
export const replaceDocs = async (
  tx: Tx,
  ids: readonly number[],
  docs: readonly SearchDoc[],
): Promise<void> => {
  for (const chunk of inChunks(ids)) await dropDocs(tx, chunk);
  for (const chunk of inChunks(docs)) {
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
    await putTokens(
      tx,
      chunk.map((doc) => ({
        id: doc.id,
        tokens: listTokens({
          ...doc,
          flags: (['solved', 'official'] as const).filter((flag) => doc[flag]),
        }),
      })),
    );
  }
  await learnWords(tx, docs);
};
