import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { type Executor, sql } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { measureLibrary } from './library-room.ts';
import { parseFolder } from './names.ts';
import { presentLibraryPicture, selectPictures } from './present.ts';

/** Folders with pictures. Names that differ in case only are one folder. */
const listFolders = async (
  executor: Executor,
  memberId: number,
): Promise<{ name: string; count: number }[]> => {
  const rows = await executor
    .selectFrom('picture')
    .select((eb) => [eb.fn.min('folder').as('name'), eb.fn.countAll<number>().as('count')])
    .where('member_id', '=', memberId)
    .where('folder_key', '<>', '')
    .groupBy('folder_key')
    .orderBy('folder_key')
    .execute();
  return rows.map(({ name, count }) => ({ name, count: Number(count) }));
};

const escapeLikePattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A folder of the member's library, or all pictures whose name contains `q`. @throws 400 */
export const listPictures = async ({
  ctx,
  memberId,
  input: { folder, q, page, pageSize },
}: MemberScope & { input: CallParsed<'pictureList'> }): Promise<CallOutput<'pictureList'>> => {
  const { kysely } = ctx.db;
  const folderKey = parseFolder(folder).toLowerCase();
  const pattern = `%${escapeLikePattern(q.normalize('NFC').toLowerCase())}%`;
  const selection = selectPictures(kysely, memberId).$call((query) =>
    q === ''
      ? query.where('picture.folder_key', '=', folderKey)
      : query.where(sql<boolean>`picture.name_key like ${pattern} escape '\\'`),
  );
  const { total } = await selection
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selection
    .orderBy('picture.folder_key')
    .orderBy('picture.name_key')
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  return {
    list: rows.map(presentLibraryPicture),
    total: Number(total),
    page,
    pageSize,
    folders: await listFolders(kysely, memberId),
    ...(await measureLibrary(kysely, { memberId, now: ctx.now() })),
  };
};
