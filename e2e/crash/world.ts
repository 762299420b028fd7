import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Language } from '@yunbiao/contract/evidence';
import type { Setup } from '@yunbiao/contract/gateway';
import { type Database, migrate, openDatabase } from '@yunbiao/db';
import {
  type Bitmap,
  bitmapToZpl,
  type Fonts,
  layoutLabel,
  loadFonts,
  rasterize,
  type Template,
} from '@yunbiao/label';
import { Bitmap as PrintedBitmap } from '../printers/works/bitmap.ts';
import type { PrinterKind } from './kinds.ts';

const require = createRequire(import.meta.url);
let fonts: Fonts | undefined;
const labelFonts = (): Fonts =>
  (fonts ??= loadFonts({
    read: (file) => readFileSync(require.resolve(`@yunbiao/label/fonts/${file}`)),
  }));

/** A small label whose dots depend on its number alone. */
const TEMPLATE: Template = {
  version: 1,
  widthMm: 25,
  heightMm: 15,
  fields: [{ name: 'n', label: '编号', sample: '1' }],
  elements: [
    {
      type: 'text',
      id: 'text',
      xMm: 1,
      yMm: 1,
      widthMm: 23,
      heightMm: 12,
      rotation: 0,
      content: '第 {{n}} 张',
      sizeMm: 4,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    },
  ],
};

const SETUP: Omit<Setup, 'language'> = {
  dpi: 203,
  widthMm: 25,
  heightMm: 15,
  gapMm: 2,
  offsetXMm: 0,
  offsetYMm: 0,
  pitchScale: 100,
  rotation: 0,
  barReduction: 0,
  darkness: 15,
  speed: 4,
};

const bitmapOf = (n: number): Bitmap =>
  rasterize(
    layoutLabel({
      template: TEMPLATE,
      data: { n: String(n) },
      media: { dpi: 203 },
      fonts: labelFonts(),
    }),
  );

const numbered = (labels: number, keyOf: (bitmap: Bitmap) => string): Map<string, number> => {
  const keys = new Map<string, number>();
  for (let n = 1; n <= labels; n += 1) keys.set(keyOf(bitmapOf(n)), n);
  if (keys.size !== labels) throw new Error('two labels look the same');
  return keys;
};

/** Graphic field of each label of the batch → its sequence. */
export const graphicsOf = (labels: number): Map<string, number> =>
  numbered(labels, (bitmap) => {
    const deflate = (bytes: Uint8Array, level: number) => deflateSync(bytes, { level });
    const zpl = Buffer.from(bitmapToZpl(bitmap, { deflate })).toString('latin1');
    return /\^GF([^]*?)\^FS/.exec(zpl)?.[1] ?? '';
  });

const printedOf = ({ width, height, data }: Bitmap): PrintedBitmap => {
  const bitmap = new PrintedBitmap(width, height);
  bitmap.data.set(data);
  return bitmap;
};

/** Dots of each label of the batch as the test printers hash them → its sequence. */
export const dotsOf = (labels: number): Map<string, number> =>
  numbered(labels, (bitmap) => printedOf(bitmap).hash());

/** The same where the paper is of any size: without the blank around them. */
export const inksOf = (labels: number): Map<string, number> =>
  numbered(labels, (bitmap) => printedOf(bitmap).ink().hash());

const firstRow = ({ data, bytesPerRow }: PrintedBitmap): number =>
  Math.floor(data.findIndex((byte) => byte !== 0) / bytesPerRow);

/** Whether a piece of paper has no more on it than the upper part of one of the labels; its last row may be half one. */
export const isTopOfOne = (labels: number, piece: PrintedBitmap): boolean => {
  const from = firstRow(piece);
  const rows = piece.ink().height - 1;
  return Array.from({ length: labels }, (_, n) => printedOf(bitmapOf(n + 1))).some((whole) => {
    const top = firstRow(whole);
    for (let y = 0; y < rows; y += 1)
      for (let x = 0; x < piece.width; x += 1)
        if (piece.get(x, from + y) !== whole.get(x, top + y)) return false;
    return true;
  });
};

export type World = {
  dataDir: string;
  agentHome: string;
  db: Database;
  remove: () => Promise<void>;
};

/** Inserts a batch of one label a row, as the submission does. */
export const addBatch = async (
  db: Database,
  labels: number,
  batchNo: string,
  language: Language = 'zpl',
): Promise<void> => {
  const now = Date.now();
  const names = {
    template_name: '小标签',
    config_name: '配置',
    client_name: '电脑',
    printer_name: '打印机',
  };
  const batch = await db.kysely
    .insertInto('batch')
    .values({
      member_id: 1,
      software_id: 1,
      batch_no: batchNo,
      template_id: null,
      template: JSON.stringify(TEMPLATE),
      width: TEMPLATE.widthMm * 100,
      height: TEMPLATE.heightMm * 100,
      print_config_id: null,
      setup: JSON.stringify({ ...SETUP, language } satisfies Setup),
      ...names,
      client_id: 1,
      printer_id: 1,
      source: 'api',
      total: labels,
      state: 'queued',
      counts: JSON.stringify({ queued: labels }),
      idempotency_key: batchNo,
      request_hash: '',
      created_at: now,
      expires_at: now + 86_400_000,
      finished_at: null,
      hidden_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: labels }, (_, i) => ({
    batch_id: batch.id,
    member_id: 1,
    client_id: 1,
    printer_id: 1,
    sequence: i + 1,
    copy: 1,
    attempt: 1,
    data: JSON.stringify({ n: String(i + 1) }),
    title: String(i + 1),
    state: 'queued',
    evidence: 'none',
    reason: '',
    color: '',
    fence: null,
    cancel_requested: 0,
    counter_from: null,
    counter_to: null,
    queue_order: i + 1,
    queued_at: now,
    leased_at: null,
    finished_at: null,
    expires_at: now + 86_400_000,
  }));
  for (let at = 0; at < rows.length; at += 100) {
    await db.kysely
      .insertInto('detail')
      .values(rows.slice(at, at + 100))
      .execute();
  }
};

const seed = async (
  db: Database,
  keyHash: string,
  { exclusive, language }: { exclusive: boolean; language: Language },
): Promise<void> => {
  const now = Date.now();
  const { kysely } = db;
  const none = { cover: null, avatar: null, intro: '', company: '', share_code: 'x', is_demo: 0 };
  await kysely
    .insertInto('member')
    .values({
      ...none,
      username: '测试',
      username_key: '测试',
      password_hash: '',
      nickname: '',
      created_at: now,
    })
    .execute();
  const text = { slogan: '', summary: '', description: '', theme_color: '', offline_reason: '' };
  const json = { screenshots: '[]', features: '[]', platforms: '[]', contacts: '{}', facts: '[]' };
  await kysely
    .insertInto('software')
    .values({
      ...text,
      ...json,
      alias: 'soft',
      domain: null,
      name: '软件',
      icon: null,
      seo: '{}',
      state: 'online',
      sort: 0,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await kysely
    .insertInto('client')
    .values({
      member_id: 1,
      software_id: 1,
      name: '电脑',
      remark: '',
      group_name: '',
      enabled: 1,
      key_hash: keyHash,
      system: '',
      version: '',
      address: '',
      ledger_id: null,
      ledger_seq: 0,
      fence: 0,
      paired_at: now,
      last_seen_at: null,
      revoked_at: null,
    })
    .execute();
  await kysely
    .insertInto('printer')
    .values({
      client_id: 1,
      local_id: 'p1',
      name: '打印机',
      language,
      dpi: 203,
      exclusive: exclusive ? 1 : 0,
      evidence: '[]',
      state: 'idle',
      state_reasons: '[]',
      state_text: '',
      counter: null,
      reported_at: now,
      gone: 0,
    })
    .execute();
};

/** A database with one paired client and a batch, and the home of its agent. */
export const createWorld = async (
  labels: number,
  exclusive: boolean,
  language: Language = 'zpl',
): Promise<World> => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-crash-'));
  const dataDir = join(folder, 'data');
  const agentHome = join(folder, 'agent');
  mkdirSync(agentHome, { recursive: true });
  const key = randomBytes(32).toString('base64url');
  const db = openDatabase({ dataDir });
  await migrate(db);
  await seed(db, createHash('sha256').update(key).digest('hex'), { exclusive, language });
  await addBatch(db, labels, 'B1', language);
  writeFileSync(join(agentHome, 'key'), key);
  return {
    dataDir,
    agentHome,
    db,
    remove: async () => {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const configureAgent = (
  agentHome: string,
  serverPort: number,
  printerPort: number,
  traits: PrinterKind['settings'],
  language: Language = 'zpl',
): void => {
  const settings = {
    server: `http://127.0.0.1:${serverPort}`,
    clientId: '1',
    printers: [
      {
        localId: 'p1',
        name: '打印机',
        host: '127.0.0.1',
        port: printerPort,
        language,
        dpi: 203,
        ...traits,
      },
    ],
  };
  writeFileSync(join(agentHome, 'config.json'), JSON.stringify(settings));
};
