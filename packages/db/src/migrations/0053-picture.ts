import { index, type MigrationDb, table } from './columns.ts';

/** Picture libraries of members. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'picture',
    {
      text: 'folder name folder_key name_key stem_key tone',
      int: 'member_id upload_id thumb_id created_at updated_at',
    },
    { member_id: 'member', upload_id: 'upload', thumb_id: 'upload' },
  ).execute();
  await index(db, 'picture', ['member_id', 'folder_key', 'name_key'], 'unique');
  await index(db, 'picture', ['member_id', 'stem_key']);
  await index(db, 'picture', ['upload_id']);
  await index(db, 'picture', ['thumb_id']);
};
