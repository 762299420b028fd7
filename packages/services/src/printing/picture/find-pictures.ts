import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { splitIntoChunks } from '../../platform/chunks.ts';
import { parseWantedName, type WantedName } from './names.ts';
import { type PictureRow, presentLibraryPicture, selectPictures } from './present.ts';

/** Names per query. */
const NAMES_PER_QUERY = 300;

/** A picture for a wanted name, or why there is none, in words. */
export type FoundPicture = { picture: PictureRow } | { fault: string };

const formatPath = ({ folder, name }: PictureRow): string =>
  folder === '' ? name : `${folder}/${name}`;

const choosePicture = (
  value: string,
  { folderKey, key }: WantedName,
  candidates: readonly PictureRow[],
): FoundPicture => {
  const there = candidates.filter(
    (row) =>
      (folderKey === null || row.folder_key === folderKey) &&
      (row.name_key === key || row.stem_key === key),
  );
  // A name with its extension is meant exactly.
  const exact = there.filter((row) => row.name_key === key);
  const [picture, second] = exact.length > 0 ? exact : there;
  if (!picture) return { fault: `图片库里没有“${value}”` };
  if (!second) return { picture };
  return {
    fault: `“${value}”不止一张：${formatPath(picture)}、${formatPath(second)}；写上文件夹和扩展名`,
  };
};

/**
 * Finds pictures of a member's library by what data rows write: `folder/name` without case; the
 * extension, and the folder of a name that is there once, may be left out.
 */
export const findPicturesByName = async (
  executor: Executor,
  memberId: number,
  values: readonly string[],
): Promise<Map<string, FoundPicture>> => {
  const wanted = new Map(values.map((value) => [value, parseWantedName(value)]));
  const keys = [...new Set([...wanted.values()].map(({ key }) => key))];
  const byKey = new Map<string, PictureRow[]>();
  for (const chunk of splitIntoChunks(keys, NAMES_PER_QUERY)) {
    const rows = await selectPictures(executor, memberId)
      .where((eb) =>
        eb.or([eb('picture.stem_key', 'in', chunk), eb('picture.name_key', 'in', chunk)]),
      )
      .orderBy('picture.folder_key')
      .orderBy('picture.name_key')
      .execute();
    for (const row of rows)
      for (const key of new Set([row.name_key, row.stem_key]))
        byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  return new Map(
    Array.from(wanted, ([value, name]) => [
      value,
      choosePicture(value, name, byKey.get(name.key) ?? []),
    ]),
  );
};

export const findPicturesById = async (
  executor: Executor,
  memberId: number,
  ids: readonly string[],
): Promise<Map<string, FoundPicture>> => {
  const rows: PictureRow[] = [];
  for (const chunk of splitIntoChunks([...new Set(ids.map(Number))], NAMES_PER_QUERY))
    rows.push(
      ...(await selectPictures(executor, memberId).where('picture.id', 'in', chunk).execute()),
    );
  const byId = new Map(rows.map((picture) => [String(picture.id), { picture }]));
  return new Map(
    ids.map((id) => [id, byId.get(id) ?? { fault: '图片库里没有这张图片，可能已经删除' }]),
  );
};

const presentFound = (
  found: FoundPicture | undefined,
): CallOutput<'findPictures'>['found'][number] => {
  if (!found || 'fault' in found) return { fault: found?.fault ?? '' };
  const { id, url, thumb, tone } = presentLibraryPicture(found.picture);
  return { picture: { id, url, thumb, tone } };
};

/** Looks up the pictures that data rows and elements name, in their order. */
export const findPictures = async ({
  ctx,
  memberId,
  input: { names, ids },
}: MemberScope & { input: CallParsed<'findPictures'> }): Promise<CallOutput<'findPictures'>> => {
  const byName = await findPicturesByName(ctx.db.kysely, memberId, names);
  const byId = await findPicturesById(ctx.db.kysely, memberId, ids);
  return {
    found: [
      ...names.map((name) => presentFound(byName.get(name))),
      ...ids.map((id) => presentFound(byId.get(id))),
    ],
  };
};
