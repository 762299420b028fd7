import { deflateSync } from 'node:zlib';
import { parseTemplate, type RawType } from '@yunbiao/contract';
import { RAW_KEPT_BYTES } from '@yunbiao/contract/limits/print';
import { IMAGE_TEXT_LENGTH, MAX_IMAGES } from '@yunbiao/contract/limits/template';
import { RAW_LANGUAGES, RAW_NAMES } from '@yunbiao/contract/raw';
import type { Language } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { type Executor, type PrintConfigTable, type Selectable, sql, type Tx } from '@yunbiao/db';
import { type Deflate, LabelError, rowWidthMm } from '@yunbiao/label';
import {
  createPictureTemplate,
  type RawReading,
  type RawStock,
  createRawTemplate,
  readRawLabel,
} from '@yunbiao/label/raw';
import { conflict, invalid, notFound } from '../errors.ts';
import type { Contents } from './accept.ts';
import { rawPdfTrouble } from './pdf/raw-pdf.ts';
import { getSetup } from '../print-config/setup.ts';
import type { Target } from './target.ts';

/** What another system wants printed as it is. `field`: where it said so. */
export type Raw = { type: RawType; bytes: Uint8Array; field: 'content' | 'file' };

const deflate: Deflate = (bytes, level) => deflateSync(bytes, { level });

const sizeText = (bytes: number): string =>
  bytes < 1024 ? `${bytes} 字节` : `${Math.round(bytes / 102.4) / 10} KB`;

/** @throws 400 at `type` for a printer of another language */
export const checkLanguage = (type: RawType, config: Selectable<PrintConfigTable>): void => {
  const taken: readonly string[] = RAW_LANGUAGES[type];
  if (taken.includes(config.language)) return;
  const { name } = LANGUAGE_FACTS[config.language as Language];
  throw invalid({
    type: `配置“${config.name}”的打印机说 ${name}，不收 ${RAW_NAMES[type]}；换一个配置，或者发它的语言或 png`,
  });
};

const readPdf = (bytes: Uint8Array): RawReading => {
  const trouble = rawPdfTrouble(bytes);
  return trouble === '' ? { bytes } : { trouble };
};

/** What of it goes to the printer. @throws 400 at its field for what may not be printed between other labels */
const acceptBytes = (
  { type, bytes, field }: Raw & { type: Exclude<RawType, 'png'> },
  stock: RawStock,
): Uint8Array => {
  const reading = type === 'pdf' ? readPdf(bytes) : readRawLabel(type, bytes, stock);
  if ('trouble' in reading) throw invalid({ [field]: reading.trouble });
  return reading.bytes;
};

const label = (title: string) =>
  [{ sequence: 1, copy: 1, data: '{}', title, fontEdition: 0 }] as const;

/** What of a configuration a picture is drawn for. */
const getStock = (config: Selectable<PrintConfigTable>) => {
  const { widthMm, heightMm, dpi, rotation } = getSetup(config);
  return { widthMm, heightMm, dpi, rotation };
};

/** What a printer is told in front of a label of another system, as in front of ours. */
const toldStock = (config: Selectable<PrintConfigTable>): RawStock => {
  const setup = getSetup(config);
  const { widthMm, heightMm, dpi, media, gapMm, speed, pitchScale } = setup;
  const size = { widthMm, heightMm, rowWidthMm: rowWidthMm(setup), pitchScale: pitchScale / 100 };
  return { ...size, dpi, media, gapMm, speed };
};

/** A picture as the template of its label, and for which label that is. */
export type Drawn = { stock: string; name: string; content: string };

/** What of a raw label is kept: a picture as a template, or the bytes as they go to the printer. */
export type Prepared = { drawn: Drawn } | { bytes: Uint8Array };

/**
 * Unpacks, reads and writes again what came, outside of any transaction: that takes time, and SQLite has one writer.
 * @throws 400 at its field, 404 for a configuration that is not the member's
 */
export const prepareRaw = async (
  executor: Executor,
  raw: Raw,
  { id, memberId }: { id: number; memberId: number },
): Promise<Prepared> => {
  const config = await executor
    .selectFrom('print_config')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!config) throw notFound('没有这个打印机配置');
  checkLanguage(raw.type, config);
  const { type } = raw;
  return type === 'png'
    ? { drawn: drawPicture(raw, config) }
    : { bytes: acceptBytes({ ...raw, type }, toldStock(config)) };
};

/**
 * A picture is a label of ours, whose dots are the picture's: nothing is scaled, not even what a printer feeds short.
 * @throws 400 at its field
 */
const drawPicture = ({ bytes, field }: Raw, config: Selectable<PrintConfigTable>): Drawn => {
  const stock = getStock(config);
  const most = { images: MAX_IMAGES, characters: IMAGE_TEXT_LENGTH };
  try {
    const { template, width, height } = createPictureTemplate(bytes, { ...stock, most }, deflate);
    return {
      stock: JSON.stringify(stock),
      name: `图片 ${width} × ${height}`,
      content: JSON.stringify(parseTemplate(template)),
    };
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    throw invalid({ [field]: error.message });
  }
};

/** @throws 409 when the label is another one since the picture was drawn for it */
const pictureContents = (drawn: Drawn, { config }: Target, softwareId: number): Contents => {
  if (drawn.stock !== JSON.stringify(getStock(config)))
    throw conflict(`配置“${config.name}”刚刚改了，再提交一次`);
  const { name, content } = drawn;
  return {
    softwareId,
    templateId: null,
    name,
    content,
    width: config.width,
    height: config.height,
    setup: { pitchScale: 100 },
    labels: label(name),
  };
};

/** Bytes of this member that are kept, of finished batches only when `isDone`. */
const keptBytes = async (executor: Executor, memberId: number): Promise<number> => {
  const { size } = await executor
    .selectFrom('raw_job')
    .select((eb) => eb.fn.sum<number | null>('size').as('size'))
    .where('member_id', '=', memberId)
    .where('content', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
};

/** Finished ones make room: they are kept to be printed again only. @throws 409 when too much waits */
const makeRoom = async (tx: Tx, memberId: number, size: number): Promise<void> => {
  if ((await keptBytes(tx, memberId)) + size <= RAW_KEPT_BYTES) return;
  await tx
    .updateTable('raw_job')
    .set({ content: null })
    .where('member_id', '=', memberId)
    .where('content', 'is not', null)
    .where('batch_id', 'in', (eb) =>
      eb.selectFrom('batch').select('id').where('finished_at', 'is not', null),
    )
    .execute();
  if ((await keptBytes(tx, memberId)) + size > RAW_KEPT_BYTES)
    throw conflict('等着原样打印的内容太多了，等前面的印完再提交');
};

/** @throws 409 for a client from before there was this */
const requireTaker = ({ client }: Target): void => {
  if (client.features.split(' ').includes('raw')) return;
  throw conflict(
    `打印客户端“${client.remark || client.name}”还没有连上过，或者太旧，不会原样打印；请升级它，或者发 png`,
  );
};

/**
 * What is kept of a label that is printed as it came. `sentBytes`: how large it came, as its title says; what goes to
 * the printer is longer or shorter.
 * @throws 400 for a printer of another language, 409 for a client that cannot or when too much waits
 */
export const rawContents = async (
  tx: Tx,
  { type, sentBytes, prepared }: { type: RawType; sentBytes: number; prepared: Prepared },
  target: Target,
  softwareId: number,
): Promise<Contents> => {
  const { config } = target;
  checkLanguage(type, config);
  if ('drawn' in prepared) return pictureContents(prepared.drawn, target, softwareId);
  requireTaker(target);
  const { bytes } = prepared;
  await makeRoom(tx, config.member_id, bytes.length);
  const name = `原样数据 ${RAW_NAMES[type]}`;
  const words = `${name}\n${sizeText(sentBytes)}`;
  const { widthMm, heightMm } = getSetup(config);
  return {
    softwareId,
    templateId: null,
    name,
    content: JSON.stringify(createRawTemplate(words, { widthMm, heightMm })),
    width: config.width,
    height: config.height,
    labels: label(`${RAW_NAMES[type]}，${sizeText(sentBytes)}`),
    note: async ({ id, member_id, created_at }) => {
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

/** Of the batches of a lease that are printed as they came: how large each is. */
export const rawSizes = async (
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

/** Whether what a batch was of is still kept: others than raw ones always are. */
export const isContentKept = async (executor: Executor, batchId: number): Promise<boolean> => {
  const row = await executor
    .selectFrom('raw_job')
    .select(sql<number>`case when content is null then 0 else 1 end`.as('kept'))
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  return row === undefined || row.kept === 1;
};
