import { deflateSync } from 'node:zlib';
import { parseTemplate, type RawType } from '@yunbiao/contract';
import { MAX_STORED_RAW_BYTES } from '@yunbiao/contract/limits/print';
import { IMAGE_TEXT_LENGTH, MAX_IMAGES } from '@yunbiao/contract/limits/template';
import { getRawTypeName, listRawLanguages } from '@yunbiao/contract/printing/raw';
import type { Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { type Executor, type PrintConfigTable, type Selectable, sql, type Tx } from '@yunbiao/db';
import { type Deflate, LabelError, computeRowWidthMm } from '@yunbiao/label';
import {
  createPictureTemplate,
  type RawReading,
  type RawStock,
  createRawPlaceholderTemplate,
  readRawLabel,
} from '@yunbiao/label/raw';
import { createConflictError, createInvalidInputError } from '../../../platform/errors.ts';
import type { Contents } from './accept.ts';
import { describeRawPdfFault } from '../pdf/raw-pdf.ts';
import { buildPrintSetup } from '../../print-config/setup.ts';
import type { Target } from './target.ts';
import { getPrintConfig } from '../../print-config/get-print-config.ts';

/** Raw data to print unchanged. `field`: request field it came in, for errors. */
export type Raw = { type: RawType; bytes: Uint8Array; field: 'content' | 'file' };

const deflateZlib: Deflate = (bytes, level) => deflateSync(bytes, { level });

const formatRawBytes = (bytes: number): string =>
  bytes < 1024 ? `${bytes} 字节` : `${Math.round(bytes / 102.4) / 10} KB`;

/**
 * Checks that the printer understands the data. @throws 400 for `type` when it uses another
 * language
 */
export const requirePrinterLanguage = (
  type: RawType,
  config: Selectable<PrintConfigTable>,
): void => {
  const acceptedLanguages: readonly string[] = listRawLanguages(type);
  if (acceptedLanguages.includes(config.language)) return;
  const { name } = LANGUAGE_FACTS[config.language as Language];
  throw createInvalidInputError({
    type: `配置“${config.name}”的打印机说 ${name}，不收 ${getRawTypeName(type)}；换一个配置，或者发它的语言或 png`,
  });
};

const validateRawPdf = (bytes: Uint8Array): RawReading => {
  const trouble = describeRawPdfFault(bytes);
  return trouble === '' ? { bytes } : { trouble };
};

/**
 * Returns the bytes for the printer.
 * @throws 400 for the raw field when they contain commands not allowed between other labels
 */
const requireValidRawBytes = (
  { type, bytes, field }: Raw & { type: Exclude<RawType, 'png'> },
  stock: RawStock,
): Uint8Array => {
  const reading = type === 'pdf' ? validateRawPdf(bytes) : readRawLabel(type, bytes, stock);
  if ('trouble' in reading) throw createInvalidInputError({ [field]: reading.trouble });
  return reading.bytes;
};

const createRawLabel = (title: string) =>
  [{ sequence: 1, copy: 1, sheetRow: null, data: '{}', title, fontEdition: 0 }] as const;

/** Values of a configuration that a picture is drawn for. */
const getPictureStock = (config: Selectable<PrintConfigTable>) => {
  const { widthMm, heightMm, dpi, rotation } = buildPrintSetup(config);
  return { widthMm, heightMm, dpi, rotation };
};

/** Stock for the commands sent before a raw label, the same as before our own labels. */
const toPrinterStock = (config: Selectable<PrintConfigTable>): RawStock => {
  const setup = buildPrintSetup(config);
  const { widthMm, heightMm, dpi, media, gapMm, speed, pitchScale } = setup;
  const size = {
    widthMm,
    heightMm,
    rowWidthMm: computeRowWidthMm(setup),
    pitchScale: pitchScale / 100,
  };
  return { ...size, dpi, media, gapMm, speed };
};

/** A picture converted to a template. `stock`: JSON of the label it was drawn for. */
export type DrawnPicture = { stock: string; name: string; content: string };

/** Stored form of a raw label: a picture as a template, or bytes for the printer. */
export type PreparedRaw = { drawn: DrawnPicture } | { bytes: Uint8Array };

/**
 * Decodes and re-encodes raw data. Runs outside transactions, because it is slow and SQLite has a
 * single writer.
 * @throws 400 for the raw field, 404 for a configuration of another member
 */
export const prepareRaw = async (
  executor: Executor,
  raw: Raw,
  { id, memberId }: { id: number; memberId: number },
): Promise<PreparedRaw> => {
  const config = await getPrintConfig(executor, { id, memberId });
  requirePrinterLanguage(raw.type, config);
  const { type } = raw;
  return type === 'png'
    ? { drawn: convertPictureToTemplate(raw, config) }
    : { bytes: requireValidRawBytes({ ...raw, type }, toPrinterStock(config)) };
};

/**
 * Converts a picture to a template, one picture pixel per printer dot, without scaling. The feed
 * correction of the printer is not applied either.
 * @throws 400 for the raw field
 */
const convertPictureToTemplate = (
  { bytes, field }: Raw,
  config: Selectable<PrintConfigTable>,
): DrawnPicture => {
  const stock = getPictureStock(config);
  const limits = { images: MAX_IMAGES, characters: IMAGE_TEXT_LENGTH };
  try {
    const { template, width, height } = createPictureTemplate(
      bytes,
      { ...stock, most: limits },
      deflateZlib,
    );
    return {
      stock: JSON.stringify(stock),
      name: `图片 ${width} × ${height}`,
      content: JSON.stringify(parseTemplate(template)),
    };
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    throw createInvalidInputError({ [field]: error.message });
  }
};

/**
 * Builds the contents of a batch from a picture. @throws 409 when the label size changed since it
 * was drawn
 */
const buildPictureContents = (
  picture: DrawnPicture,
  { config }: Target,
  softwareId: number,
): Contents => {
  if (picture.stock !== JSON.stringify(getPictureStock(config)))
    throw createConflictError(`配置“${config.name}”刚刚改了，再提交一次`);
  const { name, content } = picture;
  return {
    softwareId,
    templateId: null,
    name,
    content,
    width: config.width,
    height: config.height,
    setup: { pitchScale: 100 },
    labels: createRawLabel(name),
  };
};

/** Bytes of raw data stored for this member. */
const sumStoredBytes = async (executor: Executor, memberId: number): Promise<number> => {
  const { size } = await executor
    .selectFrom('raw_job')
    .select((eb) => eb.fn.sum<number | null>('size').as('size'))
    .where('member_id', '=', memberId)
    .where('content', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
};

/**
 * Deletes raw data of finished batches when the limit is exceeded: it is stored only for reprints.
 * @throws 409 when waiting data exceeds the limit
 */
const deleteFinishedRawData = async (tx: Tx, memberId: number, size: number): Promise<void> => {
  if ((await sumStoredBytes(tx, memberId)) + size <= MAX_STORED_RAW_BYTES) return;
  await tx
    .updateTable('raw_job')
    .set({ content: null })
    .where('member_id', '=', memberId)
    .where('content', 'is not', null)
    .where('batch_id', 'in', (eb) =>
      eb.selectFrom('batch').select('id').where('finished_at', 'is not', null),
    )
    .execute();
  if ((await sumStoredBytes(tx, memberId)) + size > MAX_STORED_RAW_BYTES)
    throw createConflictError('等待原样打印的内容太多了，等前面的打印完再提交');
};

/** Checks that the client supports raw printing. @throws 409 when it does not */
const requireRawSupport = ({ client }: Target): void => {
  if (client.features.split(' ').includes('raw')) return;
  throw createConflictError(
    `打印客户端“${client.remark || client.name}”还没有连上过，或者太旧，不会原样打印；请升级它，或者发 png`,
  );
};

/**
 * Builds the stored contents of a raw label. `sentBytes`: size of the received data, for the title;
 * the printer data may differ in size.
 * @throws 400 for a printer with another language; 409 when the client does not support it or too
 * much data waits
 */
export const buildRawContents = async (
  tx: Tx,
  { type, sentBytes, prepared }: { type: RawType; sentBytes: number; prepared: PreparedRaw },
  target: Target,
  softwareId: number,
): Promise<Contents> => {
  const { config } = target;
  requirePrinterLanguage(type, config);
  if ('drawn' in prepared) return buildPictureContents(prepared.drawn, target, softwareId);
  requireRawSupport(target);
  const { bytes } = prepared;
  await deleteFinishedRawData(tx, config.member_id, bytes.length);
  const name = `原样数据 ${getRawTypeName(type)}`;
  const words = `${name}\n${formatRawBytes(sentBytes)}`;
  const { widthMm, heightMm } = buildPrintSetup(config);
  return {
    softwareId,
    templateId: null,
    name,
    content: JSON.stringify(createRawPlaceholderTemplate(words, { widthMm, heightMm })),
    width: config.width,
    height: config.height,
    labels: createRawLabel(`${getRawTypeName(type)}，${formatRawBytes(sentBytes)}`),
    storeExtras: async ({ id, member_id, created_at }) => {
      await tx
        .insertInto('raw_job')
        .values({
          batch_id: id,
          member_id,
          type,
          size: bytes.length,
          content: Buffer.from(bytes).toString('base64'),
          created_at,
        })
        .execute();
    },
  };
};

/** Sizes in bytes of the raw batches of a lease, by batch. */
export const readRawSizes = async (
  executor: Executor,
  batchIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await executor
    .selectFrom('raw_job')
    .select(['batch_id', 'size'])
    .where('batch_id', 'in', batchIds)
    .execute();
  return new Map(rows.map((row) => [row.batch_id, row.size]));
};

/** Whether the content of a batch is still stored; always true for batches that are not raw. */
export const isBatchContentStored = async (
  executor: Executor,
  batchId: number,
): Promise<boolean> => {
  const row = await executor
    .selectFrom('raw_job')
    .select(sql<number>`case when content is null then 0 else 1 end`.as('kept'))
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  return row === undefined || row.kept === 1;
};
