import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@yunbiao/contract';
import { GROUP_RULES } from '@yunbiao/contract/calls/printing/printer-group';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { migrate, openDatabase } from '@yunbiao/db';
import {
  addPublicTemplate,
  listAllPlans,
  confirmPairing,
  type Context,
  createClientPresence,
  createSoftware,
  pollPairing,
  register,
  savePrintConfig,
  savePrinterGroup,
  ServiceError,
  setPlanField,
  startPairing,
  submitBatch,
} from '@yunbiao/services';
import { findPostgres, onServer, testDatabaseUrl } from '../../packages/db/src/testing/postgres.ts';
import { createContext } from './context.ts';
import { getSetup, getTemplate } from './labels.ts';
import type { Random } from './random.ts';
import type { Desk, Stage } from './stage.ts';
import type { World } from './world.ts';

const NO_POSTGRES = { databaseUrl: undefined, drop: () => Promise.resolve() };

/** Creates a new database on the test server. */
const createPostgres = async () => {
  const server = await findPostgres();
  if (!server) throw new Error('no PostgreSQL on 127.0.0.1:5432, and no TEST_DATABASE_URL');
  const name = `yb_crash_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  return {
    databaseUrl: testDatabaseUrl(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
};

const SOFT = 'soft';
/** A printer may report ready slowly; one that never does still joins the group. */
const READY_MS = 20_000;

type Shop = { ctx: Context; memberId: number; softwareId: number; templateId: string };

const openShop = async (ctx: Context, columns: number): Promise<Shop> => {
  const { id: softwareId } = await createSoftware({ ctx, alias: SOFT, name: '软件' });
  const [plan] = await listAllPlans({ ctx, alias: SOFT });
  for (const field of ['clients', 'printers'])
    await setPlanField({ ctx, id: plan?.id ?? '', field, value: '9' });
  const { userInfo } = await register({
    ctx,
    input: { username: 'crash', password: 'correct horse 9' },
    origin: { address: '127.0.0.1', userAgent: 'test' },
  });
  const input = { name: '小标签', category: '测试', template: getTemplate(columns) };
  const { id: templateId } = await addPublicTemplate({ ctx, alias: SOFT, input });
  return { ctx, memberId: Number(userInfo.id), softwareId, templateId };
};

/** Pairs a client and stores its key in `home`. Returns its id. */
const pairClient = async ({ ctx, memberId, softwareId }: Shop, home: string): Promise<number> => {
  mkdirSync(home, { recursive: true });
  const machine = { machineName: '电脑', system: 'Linux', version: '0.1.0' };
  const address = '127.0.0.1';
  const { code, secret } = await startPairing({ ctx, input: machine, address, software: null });
  await confirmPairing({ ctx, memberId, softwareId, input: { code, remark: '' } });
  const { clientId, key } = await pollPairing({ ctx, input: { secret } });
  writeFileSync(join(home, 'key'), key ?? '');
  return Number(clientId);
};

/** Finds the printer's row after its client has reported it as ready. */
const discoverDesk = async ({ ctx }: Shop, clientId: number, desk: Desk): Promise<void> => {
  const { localId } = desk;
  const until = Date.now() + READY_MS;
  for (;;) {
    const row = await ctx.db.kysely
      .selectFrom('printer')
      .select(['id', 'state'])
      .where('client_id', '=', clientId)
      .where('local_id', '=', localId)
      .executeTakeFirst();
    if (row && (row.state === 'idle' || Date.now() > until)) {
      desk.id = row.id;
      desk.wasReady = row.state === 'idle';
      return;
    }
    if (Date.now() > 2 * READY_MS + until) throw new Error(`${localId} never came`);
    await sleep(50);
  }
};

const configureDesk = async (
  { ctx, memberId }: Shop,
  clientId: number,
  { desk, columns }: { desk: Desk; columns: number },
): Promise<string> => {
  const { language } = desk.kind.printer;
  const { media: _, ...setup } = getSetup(language, columns);
  const input = calls.savePrintConfig.input.parse({
    ...setup,
    ...LANGUAGE_FACTS[language].defaults,
    name: `${desk.localId} 的纸`,
    clientId: String(clientId),
    printerId: String(desk.id),
  });
  return (await savePrintConfig({ ctx, memberId, input })).id;
};

/** Saves a print configuration for each printer once its client reports it; returns their ids. */
const configureDesks = async (
  shop: Shop,
  clientIds: readonly number[],
  { stage: { desks, clients }, columns }: { stage: Stage; columns: number },
): Promise<string[]> => {
  const printConfigIds: string[] = [];
  for (const desk of desks) {
    const clientId = clientIds[clients.indexOf(desk.client)] ?? 0;
    await discoverDesk(shop, clientId, desk);
    printConfigIds.push(await configureDesk(shop, clientId, { desk, columns }));
  }
  return printConfigIds;
};

/** A migrated database, in SQLite or PostgreSQL, and a folder. `remove` deletes both. */
const openData = async (isPostgres: boolean) => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-crash-'));
  const dataDir = join(folder, 'data');
  const { databaseUrl, drop } = isPostgres ? await createPostgres() : NO_POSTGRES;
  const db = openDatabase(databaseUrl ? { databaseUrl } : { dataDir });
  await migrate(db);
  const removeShop = async (): Promise<void> => {
    await db.close();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, dataDir, databaseUrl, db, remove: removeShop };
};

type Target = { groupId: string } | { printConfigId: string };

/** A group of these print configurations, or the only one. */
const saveTarget = async (
  { ctx, memberId }: Shop,
  printConfigIds: readonly string[],
  { random, asks }: { random: Random; asks: boolean },
): Promise<Target> => {
  const rule = random.pick(GROUP_RULES);
  const [only = '', ...others] = printConfigIds;
  if (others.length === 0) return { printConfigId: only };
  const said = { name: '发货台', rule, delayMinutes: 0, asks, printConfigIds };
  const input = calls.savePrinterGroup.input.parse(said);
  return { groupId: (await savePrinterGroup({ ctx, memberId, input })).id };
};

type ShopOptions = {
  labels: number;
  clients: number;
  columns: number;
  isPostgres?: boolean | undefined;
  asks?: boolean | undefined;
};

/**
 * A member with paired clients, whose printers form a group that takes over at once when all are
 * connected. Uses the regular operations only.
 */
export const createShop = async ({
  labels,
  clients,
  columns,
  isPostgres = false,
  asks = false,
}: ShopOptions): Promise<World> => {
  const { folder, dataDir, databaseUrl, db, remove } = await openData(isPostgres);
  // Clients connect to another process.
  const presence = createClientPresence({ locateNode: () => 'elsewhere' });
  const shop = await openShop(createContext(db, dataDir, presence), columns);
  const { ctx, memberId, softwareId, templateId } = shop;
  const homes = Array.from({ length: clients }, (_, at) => join(folder, `agent${at}`));
  const ids: number[] = [];
  for (const home of homes) ids.push(await pairClient(shop, home));
  let target: Target = { groupId: '' };
  let taken = 0;

  const beginBatches = async (stage: Stage): Promise<void> => {
    const printConfigIds = await configureDesks(shop, ids, { stage, columns });
    target = await saveTarget(shop, printConfigIds, { random: stage.random, asks });
  };
  const submitShare = async (stage: Stage, share: number): Promise<void> => {
    const amount = Math.min(labels - taken, Math.ceil(share * labels));
    if (amount <= 0) return;
    const rows = Array.from({ length: amount }, (_, n) => ({ n: String(taken + n + 1) }));
    taken += amount;
    const named = { ...target, templateId, rows, idempotencyKey: `labels to ${taken}` };
    const input = calls.print.input.parse(named);
    try {
      await submitBatch({ ctx, memberId, softwareId, input });
    } catch (error) {
      // When every printer was removed, the page reports it.
      if (!(error instanceof ServiceError && stage.cancels)) throw error;
      taken -= amount;
    }
  };
  return {
    dataDir,
    databaseUrl,
    db,
    columns,
    member: { ctx, memberId },
    homes: homes.map((home, at) => ({ home, clientId: String(ids[at]) })),
    begin: beginBatches,
    submit: submitShare,
    remove,
  };
};
