import type { CallParsed } from '@yunbiao/contract';
import type { Insertable, PrinterTable, ProductTable } from '@yunbiao/db';
import { register } from './identity/account/register.ts';
import type { Context } from './platform/context.ts';
import { EMPTY_SOFTWARE } from './identity/software/create.ts';

/** A plan on sale, as an operator enters it. */
export const TEST_PLAN = {
  name: '月付',
  price: '29',
  days: '30',
  labelsPerMonth: '1000',
  clients: '5',
  printers: '5',
  templates: '5',
  retentionDays: '30',
  apiCallsPerMinute: '10',
};

const ENTITLEMENTS = {
  labelsPerMonth: 100,
  clients: 2,
  printers: 3,
  templates: 10,
  retentionDays: 30,
  apiCallsPerMinute: 10,
};

/** Adds a software with a free plan; `entitlements` overrides those of the plan. */
export const addSoftware = async (
  ctx: Context,
  alias: string,
  entitlements: Partial<typeof ENTITLEMENTS> = {},
): Promise<number> => {
  const { id } = await ctx.db.kysely
    .insertInto('software')
    .values({
      alias,
      name: `软件 ${alias}`,
      ...EMPTY_SOFTWARE,
      theme_color: '#000000',
      sort: 1,
      created_at: ctx.now(),
      updated_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const plan: Omit<Insertable<ProductTable>, 'id'> = {
    software_id: id,
    name: '免费',
    level: 0,
    price_fen: 0,
    list_price_fen: 0,
    days: 0,
    is_free: 1,
    state: 'on',
    sort: 0,
    entitlements: JSON.stringify({ ...ENTITLEMENTS, ...entitlements }),
  };
  await ctx.db.kysely.insertInto('product').values(plan).execute();
  return id;
};

export type TestMember = { id: number; username: string; token: string };

export const addMember = async (ctx: Context, username: string): Promise<TestMember> => {
  const { token, userInfo } = await register({
    ctx,
    input: { username, password: 'correct horse 9' },
    origin: { address: '127.0.0.1', userAgent: 'test' },
  });
  return { id: Number(userInfo.id), username, token };
};

export const addClient = async (
  ctx: Context,
  memberId: number,
  softwareId: number,
): Promise<number> => {
  const { id } = await ctx.db.kysely
    .insertInto('client')
    .values({
      member_id: memberId,
      software_id: softwareId,
      name: '3 号仓',
      remark: '',
      group_name: '',
      enabled: 1,
      key_hash: null,
      system: 'Linux',
      version: '0.1.0',
      address: '127.0.0.1',
      ledger_id: null,
      ledger_seq: 0,
      fence: 0,
      paired_at: ctx.now(),
      last_seen_at: null,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const addPrinter = async (
  ctx: Context,
  clientId: number,
  localId = 'p1',
): Promise<number> => {
  const row: Omit<Insertable<PrinterTable>, 'id'> = {
    client_id: clientId,
    local_id: localId,
    name: `打印机 ${localId}`,
    language: 'zpl',
    dpi: 203,

    exclusive: 1,
    evidence: '["consumed","printer-idle"]',
    state: 'idle',
    state_reasons: '[]',
    state_text: '空闲',
    counter: null,
    reported_at: ctx.now(),
    gone: 0,
  };
  const { id } = await ctx.db.kysely
    .insertInto('printer')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A 50 × 30 mm label with the fields 货号 (at most 8 characters) and 品名. */
export const TEST_TEMPLATE = {
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [
    { name: '货号', label: '货号', sample: '00123', maxLength: 8 },
    { name: '品名', label: '品名', sample: '苹果' },
  ],
  elements: [],
};

export const addTemplate = async (
  ctx: Context,
  softwareId: number,
  memberId: number | null = null,
): Promise<number> => {
  const { id } = await ctx.db.kysely
    .insertInto('template')
    .values({
      software_id: softwareId,
      member_id: memberId,
      name: '货位标签',
      category: '仓储',
      width: 5_000,
      height: 3_000,
      content: JSON.stringify(TEST_TEMPLATE),
      created_at: ctx.now(),
      updated_at: ctx.now(),
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

type ConfigInput = CallParsed<'savePrintConfig'>;

export const createConfigInput = (
  clientId: number,
  printerId: number,
  rest: Partial<ConfigInput> = {},
): ConfigInput => ({
  name: '发货台',
  clientId: String(clientId),
  printerId: String(printerId),
  language: 'zpl',
  widthMm: 50,
  heightMm: 30,
  gapMm: 2,
  cutEach: 1,
  shiftMm: null,
  columns: 1,
  columnGapMm: 0,
  dpi: 203,
  offsetXMm: 0.5,
  offsetYMm: -1,
  pitchScale: 99.75,
  rotation: 0,
  barReduction: 1,
  vector: false,
  darkness: 15,
  speed: 4,
  copies: 1,
  isDefault: false,
  enabled: true,
  ...rest,
});

export const createPrintInput = (
  printConfigId: string | number,
  templateId: number,
  rest: Partial<CallParsed<'print'>> = {},
): CallParsed<'print'> => ({
  printConfigId: String(printConfigId),
  templateId: String(templateId),
  rows: [{ 货号: '00123', 品名: '苹果' }],
  copies: 1,
  idempotencyKey: crypto.randomUUID(),
  expireAfter: 86_400,
  tz: 'Asia/Shanghai',
  ...rest,
});
