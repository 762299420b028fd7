import type { Migration } from 'kysely/migration';
import * as m0001 from './0001-initial.ts';

/** Every migration by its number. Only ever add: what has run somewhere is never edited. */
export const migrations: Record<`${number}-${string}`, Migration> = {
  '0001-initial': m0001,
};
