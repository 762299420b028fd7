import { createHash, randomUUID } from 'node:crypto';
import { validateWithSchema, downloadInput } from '@yunbiao/contract';
import { type DownloadTable, type Insertable, runTransaction } from '@yunbiao/db';
import { createInvalidator } from '../../platform/cache/generation.ts';
import { requireValidInput } from '../../platform/valid.ts';
import type { Context } from '../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../platform/errors.ts';
import { indexDownload, removeFromIndex } from '../../platform/search/index-content.ts';
import {
  getSoftware,
  listOnlineSoftwares,
  type SoftwareRow,
} from '../../identity/software/find.ts';
import { type DownloadFile, presentDownload } from '../../identity/software/present.ts';

const PIECE_BYTES = 1024 * 1024;

const invalidateDownloads = createInvalidator('download');

type StoredContent = { file_key: string; size: number; sha256: string };

/** Stores the content under a new key. Size and hash are computed from the stored file. */
const storeDownloadContent = async (
  ctx: Context,
  content: ReadableStream<Uint8Array>,
): Promise<StoredContent> => {
  const fileKey = `downloads/${randomUUID()}`;
  await ctx.files.put(fileKey, content);
  const { stream, size } = await ctx.files.open(fileKey);
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return { file_key: fileKey, size, sha256: hash.digest('hex') };
};

const insertDownload = (
  ctx: Context,
  software: SoftwareRow,
  row: Omit<Insertable<DownloadTable>, 'software_id' | 'count' | 'released_at'>,
): Promise<DownloadFile> =>
  runTransaction(ctx.db, async (tx) => {
    const sameDownload = await tx
      .selectFrom('download')
      .select('id')
      .where('software_id', '=', software.id)
      .where('version', '=', row.version)
      .where('platform', '=', row.platform)
      .where('file_name', '=', row.file_name)
      .executeTakeFirst();
    if (sameDownload)
      throw createConflictError(
        `${row.version} 已经有 ${row.file_name}（编号 ${sameDownload.id}），先删除它`,
      );
    const insertedRow = await tx
      .insertInto('download')
      .values({ ...row, software_id: software.id, count: 0, released_at: ctx.now() })
      .returningAll()
      .executeTakeFirstOrThrow();
    await indexDownload({ tx, id: insertedRow.id });
    await invalidateDownloads({ ctx, tx });
    return presentDownload(insertedRow);
  });

/**
 * Adds a download.
 * @throws 400, 404, 409 if this version already has a file of that name for the system
 */
export const addDownload = async ({
  ctx,
  alias,
  input,
  content,
}: {
  ctx: Context;
  alias: string;
  /** Validated as `downloadInput`. */
  input: unknown;
  content: ReadableStream<Uint8Array>;
}): Promise<DownloadFile> => {
  const { fileName, ...texts } = requireValidInput(validateWithSchema(downloadInput, input));
  const software = await getSoftware(ctx, { alias });
  const storedFile = await storeDownloadContent(ctx, content);
  try {
    if (storedFile.size === 0) throw createInvalidInputError({ file: `${fileName} 是空文件` });
    return await insertDownload(ctx, software, { ...texts, ...storedFile, file_name: fileName });
  } catch (error) {
    await ctx.files.delete(storedFile.file_key);
    throw error;
  }
};

/** Streams bytes in pieces without copying them all. */
export const streamBytes = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
      at += PIECE_BYTES;
    },
  });
};

/** Online software without this version of the print client for the system. */
const listSoftwaresLacking = async (
  ctx: Context,
  { version, target }: { version: string; target: string },
): Promise<SoftwareRow[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('download')
    .select('software_id')
    .where('version', '=', version)
    .where('target', '=', target)
    .execute();
  const have = new Set(rows.map(({ software_id }) => software_id));
  return (await listOnlineSoftwares(ctx.db.kysely)).filter(({ id }) => !have.has(id));
};

/**
 * Adds an installable print client to every online software that lacks it. The content is stored
 * once. Returns the number of software it was added to.
 * @throws 400
 */
export const addDownloadToOnlineSoftwares = async ({
  ctx,
  input,
  readContent,
}: {
  ctx: Context;
  /** Validated as `downloadInput`, with `target`. */
  input: unknown;
  /** Called only if a software lacks the file. */
  readContent: () => Uint8Array;
}): Promise<number> => {
  const { fileName, ...texts } = requireValidInput(validateWithSchema(downloadInput, input));
  const softwares = await listSoftwaresLacking(ctx, texts);
  if (softwares.length === 0) return 0;
  const storedFile = await storeDownloadContent(ctx, streamBytes(readContent()));
  let addedCount = 0;
  try {
    for (const software of softwares) {
      await insertDownload(ctx, software, { ...texts, ...storedFile, file_name: fileName });
      addedCount += 1;
    }
    return addedCount;
  } finally {
    if (addedCount === 0) await ctx.files.delete(storedFile.file_key);
  }
};

/** Removes a download, and its content unless another download uses it. @throws 404 */
export const removeDownload = async ({
  ctx,
  id,
}: {
  ctx: Context;
  id: string;
}): Promise<DownloadFile> => {
  const { row, isLast } = await runTransaction(ctx.db, async (tx) => {
    const removedRow = /^[1-9]\d{0,8}$/.test(id)
      ? await tx
          .deleteFrom('download')
          .where('id', '=', Number(id))
          .returningAll()
          .executeTakeFirst()
      : undefined;
    if (!removedRow) throw createNotFoundError(`没有编号是 ${id} 的文件`);
    const otherRow = await tx
      .selectFrom('download')
      .select('id')
      .where('file_key', '=', removedRow.file_key)
      .executeTakeFirst();
    await removeFromIndex({ tx, kind: 'download', id: removedRow.id });
    // Page tags use the software alias or the custom domain. The wide tag covers both.
    await invalidateDownloads({ ctx, tx });
    return { row: removedRow, isLast: !otherRow };
  });
  if (isLast) await ctx.files.delete(row.file_key);
  return presentDownload(row);
};
