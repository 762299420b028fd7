import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '@yunbiao/contract/evidence';
import { type Database, migrate, openDatabase } from '@yunbiao/db';
import type { PrinterKind } from './printer-kind.ts';
import type { Place } from '../../apps/agent/src/places.ts';
import { getSetup, getTemplate } from './labels.ts';
import type { Member } from './member.ts';
import type { Stage } from './stage.ts';

/** A site's database and the homes of its print clients. */
export type World = {
  dataDir: string;
  /** Default: SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
  db: Database;
  /** Labels per row. */
  columns: number;
  homes: readonly { home: string; clientId: string }[];
  /** Runs once the clients are connected; omitted when everything is set up already. */
  begin?: (stage: Stage) => Promise<void>;
  /**
   * Submits this share (0–1) of the labels while some are left; omitted when they are submitted
   * already.
   */
  submit?: (stage: Stage, share: number) => Promise<void>;
  /** The member who may cancel and reprint; default: none. */
  member?: Member;
  remove: () => Promise<void>;
};

/** Inserts the queued labels of a batch. */
const addLabels = async (
  db: Database,
  { batchId, labels, now }: { batchId: number; labels: number; now: number },
): Promise<void> => {
  const rows = Array.from({ length: labels }, (_, i) => ({
    batch_id: batchId,
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

/** Inserts a batch of one label per row, as a submission does. */
export const addBatch = async (
  db: Database,
  labels: number,
  batchNo: string,
  { language = 'zpl', columns = 1 }: { language?: Language; columns?: number } = {},
): Promise<void> => {
  const now = Date.now();
  const template = getTemplate(columns);
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
      template: JSON.stringify(template),
      width: template.widthMm * 100,
      height: template.heightMm * 100,
      print_config_id: null,
      setup: JSON.stringify(getSetup(language, columns)),
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
  await addLabels(db, { batchId: batch.id, labels, now });
};

type Kysely = Database['kysely'];

const addMember = async (kysely: Kysely, now: number): Promise<void> => {
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
};

const addSoftware = async (kysely: Kysely, now: number): Promise<void> => {
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
};

const addClient = async (kysely: Kysely, keyHash: string, now: number): Promise<void> => {
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
};

type PrinterFacts = { exclusive: boolean; language: Language };

const addPrinter = async (
  kysely: Kysely,
  { exclusive, language }: PrinterFacts,
  now: number,
): Promise<void> => {
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

const seedDatabase = async (
  { kysely }: Database,
  keyHash: string,
  printer: PrinterFacts,
): Promise<void> => {
  const now = Date.now();
  await addMember(kysely, now);
  await addSoftware(kysely, now);
  await addClient(kysely, keyHash, now);
  await addPrinter(kysely, printer, now);
};

/** A database with one paired client and a batch, and the home of its print client. */
export const createWorld = async (
  labels: number,
  exclusive: boolean,
  { language = 'zpl', columns = 1 }: { language?: Language; columns?: number } = {},
): Promise<World> => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-crash-'));
  const dataDir = join(folder, 'data');
  const agentHome = join(folder, 'agent');
  mkdirSync(agentHome, { recursive: true });
  const key = randomBytes(32).toString('base64url');
  const db = openDatabase({ dataDir });
  await migrate(db);
  await seedDatabase(db, createHash('sha256').update(key).digest('hex'), { exclusive, language });
  await addBatch(db, labels, 'B1', { language, columns });
  writeFileSync(join(agentHome, 'key'), key);
  return {
    dataDir,
    db,
    columns,
    homes: [{ home: agentHome, clientId: '1' }],
    remove: async () => {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Writes the settings of a print client as its commands do. */
export const configureAgent = (
  { home, clientId }: World['homes'][number],
  serverPort: number,
  printers: readonly { localId: string; at: Place; kind: PrinterKind }[],
): void => {
  const settings = {
    server: `http://127.0.0.1:${serverPort}`,
    clientId,
    printers: printers.map(({ localId, at, kind }) => ({
      localId,
      name: localId === 'p1' ? '打印机' : `打印机 ${localId}`,
      at,
      language: kind.printer.language,
      dpi: 203,
      ...kind.settings,
    })),
  };
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings));
};
