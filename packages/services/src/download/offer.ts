import { createHash, randomUUID } from 'node:crypto';
import { check, downloadInput } from '@yunbiao/contract';
import { type DownloadTable, type Insertable, transaction } from '@yunbiao/db';
import { raises } from '../cache/generation.ts';
import { valid } from '../valid.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { indexDownload, removeFromIndex } from '../search/index-content.ts';
import { getSoftware, onlineSoftwares, type SoftwareRow } from '../software/find.ts';
import { type DownloadFile, presentDownload } from '../software/present.ts';

const PIECE = 1024 * 1024;

const downloadsChanged = raises('download');

type Stored = { file_key: string; size: number; sha256: string };

/** Keeps the bytes under a key of their own; size and hash are of what was stored. */
const store = async (ctx: Context, content: ReadableStream<Uint8Array>): Promise<Stored> => {
  const fileKey = `downloads/${randomUUID()}`;
  await ctx.files.put(fileKey, content);
  const { stream, size } = await ctx.files.open(fileKey);
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return { file_key: fileKey, size, sha256: hash.digest('hex') };
};

const insert = (
  ctx: Context,
  software: SoftwareRow,
  row: Omit<Insertable<DownloadTable>, 'software_id' | 'count' | 'released_at'>,
): Promise<DownloadFile> =>
  transaction(ctx.db, async (tx) => {
    const same = await tx
      .selectFrom('download')
      .select('id')
      .where('software_id', '=', software.id)
      .where('version', '=', row.version)
      .where('platform', '=', row.platform)
      .where('file_name', '=', row.file_name)
      .executeTakeFirst();
    if (same) throw conflict(`${row.version} 已经有 ${row.file_name}（编号 ${same.id}），先移除它`);
    const added = await tx
      .insertInto('download')
      .values({ ...row, software_id: software.id, count: 0, released_at: ctx.now() })
      .returningAll()
      .executeTakeFirstOrThrow();
    await indexDownload({ tx, id: added.id });
    await downloadsChanged({ ctx, tx });
    return presentDownload(added);
  });

/** Offers a file for download. @throws 400, 404, 409 when this version has a file of that name for the system */
export const addDownload = async ({
  ctx,
  alias,
  input,
  content,
}: {
  ctx: Context;
  alias: string;
  /** Read as `downloadInput`. */
  input: unknown;
  content: ReadableStream<Uint8Array>;
}): Promise<DownloadFile> => {
  const { fileName, ...texts } = valid(check(downloadInput, input));
  const software = await getSoftware(ctx, { alias });
  const stored = await store(ctx, content);
  try {
    if (stored.size === 0) throw invalid({ file: `${fileName} 是空文件` });
    return await insert(ctx, software, { ...texts, ...stored, file_name: fileName });
  } catch (error) {
    await ctx.files.delete(stored.file_key);
    throw error;
  }
};

/** Bytes in pieces, without another copy of all of them. */
export const getStream = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + PIECE));
      at += PIECE;
    },
  });
};

/** Softwares that are online and do not offer this version of the print client for its system. */
const lacking = async (
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
  return (await onlineSoftwares(ctx.db.kysely)).filter(({ id }) => !have.has(id));
};

/**
 * Offers a print client to install on every software that is online and has not got it; its bytes are kept once.
 * Returns how many took it. @throws 400
 */
export const offerEverywhere = async ({
  ctx,
  input,
  content,
}: {
  ctx: Context;
  /** Read as `downloadInput`, with its target. */
  input: unknown;
  /** Asked for only when somebody lacks it. */
  content: () => Uint8Array;
}): Promise<number> => {
  const { fileName, ...texts } = valid(check(downloadInput, input));
  const softwares = await lacking(ctx, texts);
  if (softwares.length === 0) return 0;
  const stored = await store(ctx, getStream(content()));
  let taken = 0;
  try {
    for (const software of softwares) {
      await insert(ctx, software, { ...texts, ...stored, file_name: fileName });
      taken += 1;
    }
    return taken;
  } finally {
    if (taken === 0) await ctx.files.delete(stored.file_key);
  }
};

/** Takes a file off the site, and its bytes unless another entry offers the same. @throws 404 */
export const removeDownload = async ({
  ctx,
  id,
}: {
  ctx: Context;
  id: string;
}): Promise<DownloadFile> => {
  const { row, isLast } = await transaction(ctx.db, async (tx) => {
    const removed = /^[1-9]\d{0,8}$/.test(id)
      ? await tx
          .deleteFrom('download')
          .where('id', '=', Number(id))
          .returningAll()
          .executeTakeFirst()
      : undefined;
    if (!removed) throw notFound(`没有编号是 ${id} 的文件`);
    const other = await tx
      .selectFrom('download')
      .select('id')
      .where('file_key', '=', removed.file_key)
      .executeTakeFirst();
    await removeFromIndex({ tx, kind: 'download', id: removed.id });
    // Its pages carry the software's alias or, on its own host, the host's name: the wide tag reaches all.
    await downloadsChanged({ ctx, tx });
    return { row: removed, isLast: !other };
  });
  if (isLast) await ctx.files.delete(row.file_key);
  return presentDownload(row);
};
