import { index, type MigrationDb, table } from './columns.ts';

/** Builds of the site whose assets are in the file store. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(db, 'site_build', { text: 'build_id content', int: 'started_at' }).execute();
  await index(db, 'site_build', ['build_id'], 'unique');
};
