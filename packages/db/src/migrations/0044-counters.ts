import { index, type MigrationDb, table } from './columns.ts';

/** Failures and other things that are counted to be limited, across restarts and processes. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(db, 'counter', {
    text: 'counter_key prefix',
    int: 'count first_at last_at expires_at',
  }).execute();
  await index(db, 'counter', ['counter_key'], 'unique');
  await index(db, 'counter', ['prefix']);
  await index(db, 'counter', ['expires_at']);
};
