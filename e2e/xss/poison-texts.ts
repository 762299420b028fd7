import { createHash } from 'node:crypto';
import type { Database } from '@yunbiao/db';
import { documents, lines } from './strings.ts';

/** A word in every poisoned title and text, so that a search finds them. */
export const WORD = '毒药串';

export const NAMES = lines(12);
export const DOCUMENTS = documents(12);
/** All strings on one line, and in one document. */
export const [LINE = ''] = lines(1);
export const [ARTICLE = ''] = documents(1);

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

export type Db = Database['kysely'];
