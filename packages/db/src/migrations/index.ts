import type { Migration } from 'kysely/migration';
import * as m0001 from './0001-initial.ts';
import * as m0002 from './0002-newest-labels.ts';

/** Every migration by its number. Only ever add: what has run somewhere is never edited. */
export const migrations: Record<`${number}-${string}`, Migration> = {
  '0001-initial': m0001,
  '0002-newest-labels': m0002,
};
