import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { DownloadTable, Executor, Selectable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { iso } from '../time.ts';
import { comparePlatforms, compareVersions } from '../software/compare-versions.ts';
import type { SoftwareRow } from '../software/find.ts';
import { presentDownload } from '../software/present.ts';

type Row = Selectable<DownloadTable>;

/** Every file of a software: newest version first, then by platform. */
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
      // What is installed by a double-click comes before what needs more.
      Number(b.target !== '') - Number(a.target !== '') ||
      a.id - b.id,
  );
};

/** Lines of the files' notes, each once. */
const listNotes = (files: Row[]): string =>
  [...new Set(files.flatMap((file) => file.notes.split('\n')))].filter(Boolean).join('\n');

/** The files of a software by version, of one platform where it is given. */
export const downloadList = async ({
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
      releasedAt: iso(Math.max(...group.map((file) => file.released_at))),
      notes: listNotes(group),
      files: group.map(presentDownload),
    })),
  };
};

/** A file of a software that is online. */
const offered = (executor: Executor, id: number): Promise<Row | undefined> =>
  executor
    .selectFrom('download')
    .innerJoin('software', 'software.id', 'download.software_id')
    .selectAll('download')
    .where('download.id', '=', id)
    .where('software.state', '=', 'online')
    .executeTakeFirst();

/** @throws 404 for an unknown file, one of another software than `software`, or of one that is offline */
export const downloadDetail = async ({
  ctx,
  software,
  id,
}: {
  ctx: Context;
  /** Null: of any software. */
  software: Pick<SoftwareRow, 'id'> | null;
  id: string;
}): Promise<CallOutput<'downloadDetail'>> => {
  const { kysely } = ctx.db;
  const row = await offered(kysely, Number(id));
  const isElsewhere = software !== null && row?.software_id !== software.id;
  if (!row || isElsewhere) throw notFound('没有这个文件');
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

export type OfferedFile = {
  id: number;
  fileName: string;
  /** Bytes. */
  size: number;
  sha256: string;
  fileKey: string;
  /** Epoch ms. */
  releasedAt: number;
};

/** The file behind a download address. @throws 404 when it or its software is gone, or its name is another one */
export const offeredFile = async ({
  ctx,
  id,
  fileName,
}: {
  ctx: Context;
  id: number;
  fileName: string;
}): Promise<OfferedFile> => {
  const row = await offered(ctx.db.kysely, id);
  if (!row || row.file_name !== fileName) throw notFound('没有这个文件');
  return {
    id: row.id,
    fileName: row.file_name,
    size: row.size,
    sha256: row.sha256,
    fileKey: row.file_key,
    releasedAt: row.released_at,
  };
};

/** One more download. Called once a file's first byte is sent, so that resuming does not count again. */
export const countDownload = async ({ ctx, id }: { ctx: Context; id: number }): Promise<void> => {
  await ctx.db.kysely
    .updateTable('download')
    .set((eb) => ({ count: eb('count', '+', 1) }))
    .where('id', '=', id)
    .execute();
};
