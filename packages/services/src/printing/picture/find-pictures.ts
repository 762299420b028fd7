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

/** Pictures by name, in one folder or in all (`null`). A choice needs two of them at most. */
type PictureIndex = {
  add: (row: PictureRow) => void;
  find: (wanted: WantedName) => readonly PictureRow[];
};

const createPictureIndex = (): PictureIndex => {
  const candidates = new Map<string, PictureRow[]>();
  const buildKey = (kind: 'name' | 'stem', folderKey: string | null, key: string): string =>
    JSON.stringify([kind, folderKey, key]);
  const addCandidate = (key: string, row: PictureRow): void => {
    const rows = candidates.get(key);
    if (!rows) candidates.set(key, [row]);
    else if (rows.length < 2) rows.push(row);
  };
  return {
    add: (row) => {
      for (const folderKey of [row.folder_key, null]) {
        addCandidate(buildKey('name', folderKey, row.name_key), row);
        addCandidate(buildKey('stem', folderKey, row.stem_key), row);
      }
    },
    // A name with its extension is meant exactly.
    find: ({ folderKey, key }) =>
      candidates.get(buildKey('name', folderKey, key)) ??
      candidates.get(buildKey('stem', folderKey, key)) ??
      [],
  };
};

const choosePicture = (value: string, candidates: readonly PictureRow[]): FoundPicture => {
  const [picture, second] = candidates;
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
  const index = createPictureIndex();
  const addedIds = new Set<number>();
  for (const chunk of splitIntoChunks(keys, NAMES_PER_QUERY)) {
    const rows = await selectPictures(executor, memberId)
      .where((eb) =>
        eb.or([eb('picture.stem_key', 'in', chunk), eb('picture.name_key', 'in', chunk)]),
      )
      .orderBy('picture.folder_key')
      .orderBy('picture.name_key')
      .execute();
    for (const row of rows) {
      if (!addedIds.has(row.id)) index.add(row);
      addedIds.add(row.id);
    }
  }
  return new Map(
    Array.from(wanted, ([value, name]) => [value, choosePicture(value, index.find(name))]),
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
