import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { DownloadTable, Executor, Selectable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import { toIso } from '../../platform/time.ts';
import { comparePlatforms, compareVersions } from '../../identity/software/compare-versions.ts';
import type { SoftwareRow } from '../../identity/software/find.ts';
import { presentDownload } from '../../identity/software/present.ts';

type Row = Selectable<DownloadTable>;

/** Lists the files of a software: newest version first, then by platform. */
export const listDownloads = async (executor: Executor, softwareId: number): Promise<Row[]> => {
  const rows = await executor
    .selectFrom('download')
    .selectAll()
    .where('software_id', '=', softwareId)
    .orderBy('id')
    .execute();
  return rows.toSorted(
    (a, b) =>
      compareVersions(b.version, a.version) ||
      comparePlatforms(a.platform, b.platform) ||
      // Installers come before files that need manual steps.
      Number(b.target !== '') - Number(a.target !== '') ||
      a.id - b.id,
  );
};

/** Joins the note lines of the files without duplicates. */
const mergeReleaseNotes = (files: Row[]): string =>
  [...new Set(files.flatMap((file) => file.notes.split('\n')))].filter(Boolean).join('\n');

/** Groups the files of a software by version, optionally for one platform. */
export const listDownloadsByVersion = async ({
  ctx,
  software,
  platform,
}: {
  ctx: Context;
  software: Pick<SoftwareRow, 'id'>;
  platform?: CallParsed<'downloadList'>['platform'];
}): Promise<CallOutput<'downloadList'>> => {
  const files = (await listDownloads(ctx.db.kysely, software.id)).filter(
    (file) => platform === undefined || file.platform === platform,
  );
  const versions = Map.groupBy(files, (file) => file.version);
  return {
    versions: [...versions].map(([version, group]) => ({
      version,
      releasedAt: toIso(Math.max(...group.map((file) => file.released_at))),
      notes: mergeReleaseNotes(group),
      files: group.map(presentDownload),
    })),
  };
};

/** Finds a file of an online software. */
const findOnlineDownload = (executor: Executor, id: number): Promise<Row | undefined> =>
  executor
    .selectFrom('download')
    .innerJoin('software', 'software.id', 'download.software_id')
    .selectAll('download')
    .where('download.id', '=', id)
    .where('software.state', '=', 'online')
    .executeTakeFirst();

/** @throws 404 for an unknown file, one of another software, or one of an offline software */
export const getDownloadDetail = async ({
  ctx,
  software,
  id,
}: {
  ctx: Context;
  /** Null for any software. */
  software: Pick<SoftwareRow, 'id'> | null;
  id: string;
}): Promise<CallOutput<'downloadDetail'>> => {
  const { kysely } = ctx.db;
  const row = await findOnlineDownload(kysely, Number(id));
  const isElsewhere = software !== null && row?.software_id !== software.id;
  if (!row || isElsewhere) throw createNotFoundError('没有这个文件');
  const files = await listDownloads(kysely, row.software_id);
  return {
    ...presentDownload(row),
    siblings: files
      .filter((file) => file.version === row.version && file.id !== row.id)
      .map(presentDownload),
    earlier: files
      .filter(
        (file) => file.platform === row.platform && compareVersions(file.version, row.version) < 0,
      )
      .map(presentDownload),
  };
};

export type DownloadContent = {
  id: number;
  fileName: string;
  /** Bytes. */
  size: number;
  sha256: string;
  fileKey: string;
  /** Epoch ms. */
  releasedAt: number;
};

/**
 * Returns the file of a download URL.
 * @throws 404 if the file or its software is not available, or the name differs
 */
export const getOfferedFile = async ({
  ctx,
  id,
  fileName,
}: {
  ctx: Context;
  id: number;
  fileName: string;
}): Promise<DownloadContent> => {
  const row = await findOnlineDownload(ctx.db.kysely, id);
  if (!row || row.file_name !== fileName) throw createNotFoundError('没有这个文件');
  return {
    id: row.id,
    fileName: row.file_name,
    size: row.size,
    sha256: row.sha256,
    fileKey: row.file_key,
    releasedAt: row.released_at,
  };
};

/**
 * Counts a download. Call it when the first byte of the file is sent, so that resumed downloads do
 * not count again.
 */
export const incrementDownloadCount = async ({
  ctx,
  id,
}: {
  ctx: Context;
  id: number;
}): Promise<void> => {
  await ctx.db.kysely
    .updateTable('download')
    .set((eb) => ({ count: eb('count', '+', 1) }))
    .where('id', '=', id)
    .execute();
};
