import { createHash } from 'node:crypto';
import type { Database } from '@yunbiao/db';
import { listDocuments, listLines } from './strings.ts';

/** A word in every poisoned title and text, so that a search finds them. */
export const WORD = '毒药串';

export const NAMES = listLines(12);
export const DOCUMENTS = listDocuments(12);
/** All strings on one line, and in one document. */
export const [LINE = ''] = listLines(1);
export const [ARTICLE = ''] = listDocuments(1);

export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

export type Db = Database['kysely'];
