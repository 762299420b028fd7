import {
  type CallParsed,
  type Actor,
  type Audience,
  type Call,
  type CallName,
  calls,
  encodeUrlForm,
} from '@yunbiao/contract';
import { randomUUID } from 'node:crypto';
import { type Database, runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  addApiKey,
  addForumGroup,
  addIpRule,
  saveReply,
  savePost,
  createOrder,
  getSoftware,
  setForumEntryHidden,
  savePrintConfig,
  savePrinterGroup,
  saveWebhook,
  ServiceError,
  saveKit,
  applyDetailChanges,
  computeSha256,
  submitBatch,
  suspendMember,
  testWebhook,
} from '@yunbiao/services';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  addTestPicture,
  createConfigInput,
  createTestContext,
  createPrintInput,
  TEST_TEMPLATE,
  type TestContext,
  type TestMember,
} from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';
import { requireAudience } from './caller.ts';
import { listAskers, CELLS, type Column, type Row } from './testing/authorization-matrix.ts';

const all = Object.entries(calls) as [CallName, Call][];
const memberCalls = all.filter(([, call]) => call.audience === 'member');

type Refusal = { code: number; msg: string };
const CLOSED: Refusal = { code: 403, msg: '这里不能用这个接口' };
const SIGN_IN: Refusal = { code: -9999, msg: '登录已失效，请重新登录' };
const NO_KEY: Refusal = {
  code: 401,
  msg: 'API 密钥不对，或者已经撤销；请求头写 Authorization: Bearer 密钥',
};
/** Every actor is refused. */
const refuseAll = (refusal: Refusal): Record<Actor['kind'], Refusal | null> => ({
  visitor: refusal,
  member: refusal,
  key: refusal,
  agent: refusal,
  operator: refusal,
  system: refusal,
});
/**
 * Refusal of each audience to each actor; null: the call is allowed. A new audience or actor needs
 * a row here.
 */
const REFUSED: Record<Audience, Record<Actor['kind'], Refusal | null>> = {
  public: { ...refuseAll(CLOSED), visitor: null, member: null },
  member: { ...refuseAll(SIGN_IN), member: null },
  key: { ...refuseAll(NO_KEY), key: null },
};
const ACTORS: { [K in Actor['kind']]: Extract<Actor, { kind: K }> } = {
  visitor: { kind: 'visitor' },
  member: { kind: 'member', id: 1 },
  key: { kind: 'key', id: 1, memberId: 1 },
  agent: { kind: 'agent', clientId: 1 },
  operator: { kind: 'operator', user: 'root' },
  system: { kind: 'system' },
};

const findRefusal = (audience: Audience, actor: Actor): Refusal | null => {
  try {
    requireAudience(audience, actor);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { code: error.code, msg: error.message };
  }
};

/** Inputs that identify an object: each must be checked against its owner. */
const NAMES_THINGS = [
  'id',
  'ids',
  'clientId',
  'printerId',
  'templateId',
  'printConfigId',
  'printConfigIds',
  'groupId',
  'batchNo',
  'keyId',
  'lastId',
];

const namesThings = (call: Call): boolean =>
  Object.keys((call.input as { shape?: object }).shape ?? {}).some((key) =>
    NAMES_THINGS.includes(key),
  );

type Api = ReturnType<typeof createApi>;
type Envelope = { state: string; code: number; data: unknown };

const send = async (
  api: Api,
  name: CallName,
  input: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<{ status: number; envelope: Envelope }> => {
  const { method, path } = calls[name];
  const form = encodeUrlForm(input).toString();
  const isJson = (method as Call['method']) === 'PUT';
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const response =
    method === 'GET'
      ? await api.request(`${path}?${form}`, { headers })
      : await api.request(path, {
          method,
          headers: { ...headers, 'Content-Type': type },
          body: isJson ? JSON.stringify(input) : form,
        });
  return { status: response.status, envelope: (await response.json()) as Envelope };
};

/** What the owner has: every object another member might name. */
const KIT_CONTENT: CallParsed<'saveKit'>['content'] = {
  version: 1,
  widthMm: 20,
  heightMm: 20,
  fields: [],
  elements: [
    {
      type: 'rect',
      id: 'r',
      xMm: 1,
      yMm: 1,
      widthMm: 9,
      heightMm: 9,
      rotation: 0,
      lineMm: 0.25,
    },
  ],
};

type Owned = {
  token: string;
  clientId: string;
  printerId: string;
  configId: string;
  groupId: string;
  templateId: string;
  pictureId: string;
  kitId: string;
  batchNo: string;
  detailId: string;
  orderId: string;
  gid: string;
  postId: string;
  replyId: string;
  noticeId: string;
  sessionId: string;
  keyId: string;
  ruleId: string;
  webhookId: string;
  deliveryId: string;
  passkeyId: string;
  planId: string;
};

/** A question and a reply by the owner, and a notice to the owner. */
const makeForum = async (ctx: TestContext, owner: TestMember) => {
  const software = await getSoftware(ctx, { alias: 'yunbiao' });
  const { id: gid } = await addForumGroup({
    ctx,
    alias: 'yunbiao',
    name: '打印机',
    description: '',
  });
  const member = { id: owner.id, created_at: 0 };
  const input = { gid, title: '打印机不走纸', content: '请问' };
  const { id: postId } = await savePost({ ctx, software, member, input });
  ctx.pass(60_000);
  const reply = { postId, content: '好了' };
  const { id: replyId } = await saveReply({ ctx, software, member, input: reply });
  await setForumEntryHidden({ ctx, kind: 'reply', id: replyId, hide: true });
  await setForumEntryHidden({ ctx, kind: 'reply', id: replyId, hide: false });
  const notice = await ctx.db.kysely.selectFrom('notice').select('id').executeTakeFirstOrThrow();
  return { gid, postId, replyId, noticeId: String(notice.id) };
};

/** The stored public half of a passkey. */
const addPasskey = async (ctx: TestContext, memberId: number): Promise<string> => {
  const { id } = await ctx.db.kysely
    .insertInto('passkey')
    .values({
      member_id: memberId,
      credential_id: 'Y3JlZA',
      public_key: 'a2V5',
      user_handle: 'aGFuZGxl',
      rp_id: 'localhost',
      sign_count: 0,
      transports: '[]',
      is_synced: 0,
      name: '手机',
      created_at: ctx.now(),
      last_used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
};

const getGroup = (printConfigIds: string[]) => ({
  name: '发货台',
  rule: 'in-order' as const,
  delayMinutes: 5,
  asks: false,
  printConfigIds,
});

const makeOwned = async (
  ctx: TestContext,
  owner: TestMember,
  softwareId: number,
): Promise<Owned> => {
  const clientId = await addClient(ctx, owner.id, softwareId);
  const printerId = await addPrinter(ctx, clientId);
  const templateId = await addTemplate(ctx, softwareId, owner.id);
  const config = await savePrintConfig({
    ctx,
    memberId: owner.id,
    input: createConfigInput(clientId, printerId),
  });
  const second = await savePrintConfig({
    ctx,
    memberId: owner.id,
    input: createConfigInput(clientId, await addPrinter(ctx, clientId, 'p2')),
  });
  const group = await savePrinterGroup({
    ctx,
    memberId: owner.id,
    input: getGroup([config.id, second.id]),
  });
  const { batchNo } = await submitBatch({
    ctx,
    memberId: owner.id,
    softwareId,
    input: createPrintInput(config.id, templateId),
  });
  const plan = await ctx.db.kysely
    .insertInto('product')
    .values({
      software_id: softwareId,
      name: 'VIP',
      level: 1,
      price_fen: 2_900,
      list_price_fen: 2_900,
      days: 30,
      entitlements: '{}',
      is_free: 0,
      state: 'on',
      sort: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const order = await createOrder({
    ctx,
    memberId: owner.id,
    softwareId,
    input: { productId: String(plan.id), num: 1, payType: 'offline' },
  });
  const session = await ctx.db.kysely.selectFrom('session').select('id').executeTakeFirstOrThrow();
  const detail = await ctx.db.kysely.selectFrom('detail').select('id').executeTakeFirstOrThrow();
  const memberId = owner.id;
  const key = await addApiKey({
    ctx,
    memberId,
    input: { name: 'ERP', kind: 'live', scopes: ['print'] },
  });
  const rule = await addIpRule({ ctx, memberId, input: { network: '10.0.0.0/8', remark: '' } });
  const hook = await saveWebhook({
    ctx,
    memberId,
    input: {
      keyId: key.item.id,
      url: 'https://erp.example/hook',
      events: ['batch.finished'],
      enabled: true,
    },
  });
  const delivery = await testWebhook({ ctx, memberId, id: Number(hook.item.id) });
  await runTransaction(ctx.db, (tx) =>
    applyDetailChanges({ ctx, tx, changes: [{ ids: [detail.id], set: { state: 'uncertain' } }] }),
  );
  return {
    token: owner.token,
    clientId: String(clientId),
    printerId: String(printerId),
    configId: config.id,
    groupId: group.id,
    templateId: String(templateId),
    kitId: (
      await saveKit({
        ctx,
        memberId: owner.id,
        input: { name: '套件', content: KIT_CONTENT },
      })
    ).id,
    pictureId: await addTestPicture(ctx, { memberId: owner.id, name: '标.png' }),
    batchNo,
    detailId: String(detail.id),
    orderId: order.id,
    sessionId: String(session.id),
    keyId: key.item.id,
    ruleId: rule.id,
    webhookId: hook.item.id,
    deliveryId: delivery.id,
    passkeyId: await addPasskey(ctx, owner.id),
    planId: String(plan.id),
    ...(await makeForum(ctx, owner)),
  };
};

const print = (owned: Owned) => ({
  ...createPrintInput(owned.configId, Number(owned.templateId)),
  rows: [{ 货号: '1' }],
});

const toFoundInput = ({ clientId }: Owned) => ({ clientId, foundId: 'a'.repeat(16) });

/** For every call with an input that identifies an object: an input with the owner's id. */
const FOREIGN: Partial<Record<CallName, (owned: Owned) => Record<string, unknown>>> = {
  authValueSet: (owned) => ({ id: owned.clientId, field: 'remark', value: '改掉' }),
  clientRevoke: (owned) => ({ id: owned.clientId }),
  clientUpdate: (owned) => ({ id: owned.clientId }),
  foundSearch: ({ clientId }) => ({ clientId }),
  foundLook: toFoundInput,
  foundTest: (owned) => ({
    ...toFoundInput(owned),
    language: 'zpl',
    dpi: '203',
    widthMm: '50',
    heightMm: '30',
    gapMm: '2',
  }),
  foundTake: (owned) => ({
    ...toFoundInput(owned),
    name: '抢走',
    language: 'zpl',
    dpi: '203',
    exclusive: '0',
  }),
  foundMove: (owned) => ({ ...toFoundInput(owned), printerId: owned.printerId }),
  foundAddress: ({ clientId }) => ({ clientId, address: '192.168.1.50' }),
  virtualOpen: (owned) => ({ templateId: owned.templateId }),
  virtualRoll: (owned) => ({ id: owned.clientId }),
  virtualSwitch: (owned) => ({ id: owned.clientId, name: 'paperOut', on: '1' }),
  savePrintConfig: (owned) => ({
    ...createConfigInput(Number(owned.clientId), Number(owned.printerId)),
    id: owned.configId,
  }),
  deletePrintConfig: (owned) => ({ id: owned.configId }),
  savePrinterGroup: ({ configId, groupId }) => ({
    ...getGroup([configId, String(Number(configId) + 1)]),
    id: groupId,
  }),
  deletePrinterGroup: ({ groupId }) => ({ id: groupId }),
  printerReports: (owned) => ({ id: owned.configId }),
  reportPrinter: (owned) => ({ id: owned.configId, model: 'zebra-zd421' }),
  calibratePrint: (owned) => ({ id: owned.configId, idempotencyKey: 'calibrating' }),
  calibrate: (owned) => ({ id: owned.configId, batchNo: '20261121-0001', leftMm: '5', topMm: '5' }),
  calibrateUndo: (owned) => ({ id: owned.configId }),
  print,
  batchMove: ({ batchNo }) => ({ batchNo }),
  printTemplate: ({ templateId }) => ({ id: templateId }),
  serialReport: ({ templateId }) => ({ id: templateId }),
  reserveSerials: ({ templateId }) => ({
    id: templateId,
    version: '1',
    rows: '1',
    idempotencyKey: 'reserving',
  }),
  saveTemplate: ({ templateId }) => ({
    id: templateId,
    version: '1',
    name: '改掉',
    content: JSON.stringify({ ...TEST_TEMPLATE, widthMm: 60 }),
  }),
  renameTemplate: ({ templateId }) => ({ id: templateId, name: '改掉' }),
  copyTemplate: ({ templateId }) => ({ id: templateId, name: '抄走' }),
  templateVersions: ({ templateId }) => ({ id: templateId }),
  templateVersion: ({ templateId }) => ({ id: templateId, version: '1' }),
  shareTemplate: ({ templateId }) => ({ id: templateId, isShared: '1' }),
  deleteTemplate: ({ templateId }) => ({ id: templateId }),
  renamePicture: ({ pictureId }) => ({ id: pictureId, name: '改掉.png' }),
  movePictures: ({ pictureId }) => ({ ids: [pictureId], folder: '别处' }),
  pictureUses: ({ pictureId }) => ({ ids: [pictureId] }),
  deletePictures: ({ pictureId }) => ({ ids: [pictureId] }),
  getKit: ({ kitId }) => ({ id: kitId }),
  renameKit: ({ kitId }) => ({ id: kitId, name: '改掉' }),
  deleteKit: ({ kitId }) => ({ id: kitId }),
  batchInfo: (owned) => ({ batchNo: owned.batchNo }),
  batchCancel: (owned) => ({ batchNo: owned.batchNo }),
  detailStates: (owned) => ({ batchNo: owned.batchNo }),
  detailResolve: (owned) => ({ id: owned.detailId, action: 'printed' }),
  incidentSettle: (owned) => ({
    batchNo: owned.batchNo,
    printed: [{ id: owned.detailId, attempt: 1 }],
  }),
  changeDetailsColor: (owned) => ({ id: owned.detailId }),
  deleteDetailsByBatchNo: (owned) => ({ batchNo: owned.batchNo }),
  askSavePost: ({ gid, postId }) => ({ id: postId, gid, title: '改掉的标题', content: '改掉' }),
  askPostReply: ({ postId, replyId }) => ({ id: replyId, postId, content: '改掉' }),
  noticeRead: ({ noticeId }) => ({ id: noticeId }),
  orderDetail: (owned) => ({ id: owned.orderId }),
  orderClose: (owned) => ({ id: owned.orderId }),
  orderPay: (owned) => ({ id: owned.orderId, payType: 'offline' }),
  orderCheck: (owned) => ({ id: owned.orderId }),
  orderRefundAsk: (owned) => ({ id: owned.orderId, reason: '不要了' }),
  orderInvoiceAsk: (owned) => ({ id: owned.orderId, title: '某某公司' }),
  sessionEnd: (owned) => ({ id: owned.sessionId }),
  apiKeyRename: (owned) => ({ id: owned.keyId, name: '改掉' }),
  apiKeyRevoke: (owned) => ({ id: owned.keyId }),
  ipRuleDelete: (owned) => ({ id: owned.ruleId }),
  passkeyRename: (owned) => ({ id: owned.passkeyId, name: '改掉' }),
  passkeyRemove: (owned) => ({ id: owned.passkeyId }),
  webhookSave: (owned) => ({
    id: owned.webhookId,
    keyId: owned.keyId,
    url: 'https://elsewhere.example/hook',
    events: ['batch.finished'],
  }),
  webhookDelete: (owned) => ({ id: owned.webhookId }),
  webhookSecret: (owned) => ({ keyId: owned.keyId }),
  webhookTest: (owned) => ({ id: owned.webhookId }),
  webhookDelivery: (owned) => ({ id: owned.deliveryId }),
  webhookResend: (owned) => ({ id: owned.deliveryId }),
};

/** Calls that only filter by the id: they succeed, but return nothing that belongs to the owner. */
const FILTERS: CallName[] = [
  'orderList',
  'noticeList',
  'batchList',
  'detailList',
  'incidentList',
  'printStat',
  'printStatShares',
  'printStatExport',
  'detailExport',
  'webhookDeliveryList',
  'findPictures',
];

const takeSnapshot = async (db: Database): Promise<string> => {
  const tables = [
    'client',
    'printer',
    'print_config',
    'template',
    'template_version',
    'picture',
    'kit',
    'serial_reservation',
    'batch',
    'detail',
    'member',
    'webhook',
    'webhook_delivery',
    'dict',
    'member_order',
    'payment',
    'refund_request',
    'invoice',
    'post',
    'reply',
    'notice',
    'session',
    'api_key',
    'ip_rule',
    'passkey',
  ] as const;
  const rows = await Promise.all(
    tables.map((table) => db.kysely.selectFrom(table).selectAll().orderBy('id').execute()),
  );
  return JSON.stringify(rows);
};

/**
 * Calls that delete or close objects that other calls need: they run in this order, after all
 * others.
 */
const ENDS: CallName[] = [
  'saveTemplate',
  'orderClose',
  'passkeyRemove',
  'webhookDelete',
  'ipRuleDelete',
  'apiKeyRevoke',
  'askDelete',
  'deleteDetailsByBatchNo',
  'deleteTemplate',
  'deletePrinterGroup',
  'deletePictures',
  'deleteKit',
  'deletePrintConfig',
  'clientRevoke',
  'sessionEnd',
  'sessionEndOthers',
  'deletionAsk',
  'deletionCancel',
  'changePwd',
  'logout',
];
const inTurn = all.toSorted(([a], [b]) => ENDS.indexOf(a) - ENDS.indexOf(b));

const PASSWORD = 'correct horse 9';
const SECRET = 'x'.repeat(43);

/**
 * Inputs of the calls that identify no member's object; calls without an entry get an empty input.
 */
const SAID: Partial<Record<CallName, (owned: Owned) => Record<string, unknown>>> = {
  saveKit: () => ({ name: '新的', content: JSON.stringify(KIT_CONTENT) }),
  register: () => ({ username: `new-${randomUUID().slice(0, 8)}`, password: PASSWORD }),
  login: () => ({ username: 'the-owner', password: PASSWORD }),
  changeInfo: () => ({ nickname: '小林' }),
  changePwd: () => ({ oldPassword: PASSWORD, password: 'correct horse 8' }),
  setPassword: () => ({ password: 'correct horse 8' }),
  contactCode: () => ({ kind: 'email', target: 'a@b.example', password: PASSWORD }),
  contactCodeState: () => ({ ticket: SECRET }),
  contactBind: () => ({ ticket: SECRET, code: '123456' }),
  contactUnbind: () => ({ kind: 'email', password: PASSWORD }),
  resetCode: () => ({ account: 'a@b.example' }),
  resetPassword: () => ({ ticket: SECRET, code: '123456', password: 'correct horse 8' }),
  passkeyLogin: () => ({
    credentialId: 'a',
    clientData: 'a',
    authenticatorData: 'a',
    signature: 'a',
  }),
  passkeyAddStart: () => ({ password: PASSWORD }),
  passkeyAdd: () => ({ credentialId: 'a', clientData: 'a', attestation: 'a' }),
  passkeyRemove: (owned) => ({ id: owned.passkeyId, password: PASSWORD }),
  wxLogin: () => ({ code: 'x', nonce: 'x' }),
  wechatEnter: () => ({ ticket: SECRET }),
  wechatPoll: () => ({ secret: SECRET }),
  wechatStart: () => ({ way: 'web', to: '/' }),
  wechatAsk: () => ({ key: SECRET }),
  wechatAnswer: () => ({ key: SECRET, allow: '1' }),
  bindShareCode: () => ({ shareCode: 'ABCDEFG' }),
  deletionAsk: () => ({ password: PASSWORD }),
  downloadDetail: () => ({ id: '1' }),
  articleList: () => ({ artType: 'help' }),
  articleDetail: () => ({ id: '1' }),
  guideDetail: () => ({ name: 'first-label' }),
  handbookEntry: () => ({ name: 'code128' }),
  printerBrand: () => ({ name: 'zebra' }),
  withdrawPrinterReport: () => ({ model: 'zebra-zd421' }),
  askPostDetails: ({ postId }) => ({ id: postId }),
  askPostReplyList: ({ postId }) => ({ postId }),
  askSimilar: () => ({ title: '打印机不走纸' }),
  askOwn: ({ postId }) => ({ postId }),
  askSource: ({ postId }) => ({ postId }),
  askPreview: () => ({ content: '**好**' }),
  askDelete: ({ postId }) => ({ postId }),
  askAccept: ({ postId, replyId }) => ({ postId, replyId }),
  askLike: ({ postId }) => ({ postId, on: '1' }),
  askFollow: ({ postId }) => ({ postId, on: '1' }),
  askReport: ({ postId }) => ({ postId, reason: 'spam' }),
  digestSet: () => ({ wanted: '1' }),
  search: () => ({ q: '打印机' }),
  productPrice: ({ planId }) => ({ productId: planId, num: '1' }),
  createOrder: ({ planId }) => ({ productId: planId, num: '1', payType: 'offline' }),
  userImage: () => ({ usage: 'avatar' }),
  pairInfo: () => ({ code: 'ABCD2345' }),
  pairConfirm: () => ({ code: 'ABCD2345' }),
  templateGet: ({ templateId }) => ({ id: templateId }),
  sharedTemplate: () => ({ code: 'x'.repeat(22) }),
  agentPair: () => ({ machineName: '3 号仓', system: 'Linux', version: '0.1.0' }),
  agentPairPoll: () => ({ secret: SECRET }),
  apiKeyAdd: () => ({ name: 'WMS', kind: 'live', scopes: ['read'] }),
  ipRuleAdd: () => ({ network: '10.0.0.0/16' }),
  apiBatch: print,
  apiRaw: ({ configId }) => ({ printConfigId: configId, type: 'zpl', content: '^XA^FDA^FS^XZ' }),
  apiBatchInfo: ({ batchNo }) => ({ batchNo }),
  apiDetails: ({ batchNo }) => ({ batchNo }),
  apiCancel: ({ batchNo }) => ({ batchNo }),
  apiTemplates: () => ({ software: 'yunbiao' }),
};

/** A PNG of 1 × 1 px. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The code of an envelope; responses of bytes and streams count as 200. */
type Answer = { code: number; msg: string };
type AskedWith = { owned: Owned; headers: Record<string, string>; domain?: string };

const getAnswer = async (
  api: Api,
  name: CallName,
  { owned, headers, domain = 'yunbiao' }: AskedWith,
): Promise<Answer> => {
  const call: Call = calls[name];
  const named = (SAID[name] ?? FOREIGN[name])?.(owned) ?? {};
  const hasAlias = 'alias' in ((call.input as { shape?: object }).shape ?? {});
  const form = encodeUrlForm({ ...(hasAlias ? { alias: 'yunbiao' } : {}), ...named });
  const all: Record<string, string> = {
    ...headers,
    'X-Domain': domain,
    'X-Forwarded-For': '10.0.0.5',
  };
  let body: URLSearchParams | FormData | string = form;
  if (call.method === 'PUT') {
    body = JSON.stringify(named);
    all['Content-Type'] = 'application/json';
  }
  if (call.body === 'multipart') {
    body = new FormData();
    for (const [field, value] of form) body.set(field, value);
    body.set('file', new File([DOT], 'dot.png', { type: 'image/png' }));
  }
  const response = await (call.method === 'GET'
    ? api.request(`${call.path}?${form.toString()}`, { headers: all })
    : api.request(call.path, { method: call.method, headers: all, body }));
  const { status } = response;
  if (call.reply && response.headers.get('content-type')?.startsWith('application/json') !== true) {
    await response.body?.cancel();
    return { code: status, msg: '' };
  }
  if (response.headers.has('content-disposition')) return { code: status, msg: '' };
  return (await response.json()) as Answer;
};

const getCode = async (api: Api, name: CallName, asked: AskedWith): Promise<number> =>
  (await getAnswer(api, name, asked)).code;

const getOwner = (ctx: TestContext): Promise<{ id: number; username: string }> =>
  ctx.db.kysely
    .selectFrom('member')
    .select(['id', 'username'])
    .where('username', '=', 'the-owner')
    .executeTakeFirstOrThrow();

describeEachDatabase((open) => {
  let ctx: TestContext;
  let api: Api;
  let stranger: TestMember;
  let owned: Owned;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    api = createApi(ctx);
    const softwareId = await addSoftware(ctx, 'yunbiao');
    owned = await makeOwned(ctx, await addMember(ctx, 'the-owner'), softwareId);
    stranger = await addMember(ctx, 'stranger');
    // The stranger has a client too: one half of a mixed request is allowed.
    await addClient(ctx, stranger.id, softwareId);
  });

  describe('the authorisation matrix', () => {
    // @spec member-calls-need-token
    it('refuses every member call without a token, or with one that is unknown', async () => {
      for (const [name] of memberCalls) {
        for (const headers of [{}, { 'X-Token': 'x'.repeat(43) }]) {
          const { status, envelope } = await send(
            api,
            name,
            {},
            { ...headers, 'X-Domain': 'yunbiao' },
          );
          expect([name, status, envelope.state, envelope.code]).toEqual([name, 200, 'fail', -9999]);
        }
      }
    });

    it('refuses every member call with a token that has expired or was ended, and with a key', async () => {
      const setSessionFields = (set: { expires_at: number } | null) => async (token: string) => {
        const of = ctx.db.kysely;
        const hash = computeSha256(token);
        if (set) await of.updateTable('session').set(set).where('token_hash', '=', hash).execute();
        else await of.deleteFrom('session').where('token_hash', '=', hash).execute();
      };
      const spoil = {
        expired: setSessionFields({ expires_at: ctx.now() }),
        ended: setSessionFields(null),
      };
      const { id: memberId } = await addMember(ctx, 'with-a-key');
      const input = { name: 'ERP', kind: 'live', scopes: ['print', 'read', 'raw'] } as const;
      const { key } = await addApiKey({
        ctx,
        memberId,
        input: { ...input, scopes: [...input.scopes] },
      });
      const bad: [string, Record<string, string>][] = [
        ['a key as a token', { 'X-Token': key }],
        ['a key', { Authorization: `Bearer ${key}` }],
      ];
      for (const [reason, act] of Object.entries(spoil)) {
        const { token } = await addMember(ctx, `once-${reason}`);
        await act(token);
        bad.push([reason, { 'X-Token': token }]);
      }
      for (const [name] of memberCalls)
        for (const [reason, headers] of bad) {
          const { envelope } = await send(api, name, {}, { ...headers, 'X-Domain': 'yunbiao' });
          expect([name, reason, envelope.code]).toEqual([name, reason, -9999]);
        }
    });

    it('lets a member who is suspended there use what is the account’s, and nothing of the software', async () => {
      const software = await getSoftware(ctx, { alias: 'yunbiao' });
      await ctx.db.kysely
        .insertInto('suspension')
        .values({
          member_id: stranger.id,
          software_id: software.id,
          reason: '查一件事',
          created_at: ctx.now(),
        })
        .execute();
      const headers = { 'X-Token': stranger.token, 'X-Domain': 'yunbiao' };
      const before = await takeSnapshot(ctx.db);
      // Signing out would end the session that the other calls use.
      for (const [name, call] of memberCalls) {
        if (call.reply || name === 'logout') continue;
        const { envelope } = await send(api, name, FOREIGN[name]?.(owned) ?? {}, headers);
        // Rejected for the input, the owner or the suspension, but never as signed out.
        expect([name, envelope.code]).not.toEqual([name, -9999]);
        if (FOREIGN[name])
          expect([name, [403, 404]]).toEqual([name, expect.arrayContaining([envelope.code])]);
      }
      const own = { ...print(owned), templateId: owned.templateId };
      expect((await send(api, 'print', own, headers)).envelope.code).toBe(403);
      expect(await takeSnapshot(ctx.db)).toBe(before);
    });

    it('has a row for every call that names something', () => {
      const named = memberCalls.filter(([, call]) => namesThings(call)).map(([name]) => name);
      expect([...Object.keys(FOREIGN), ...FILTERS].toSorted()).toEqual(named.toSorted());
    });

    it('turns away a caller that is in no audience, and tells why', () => {
      for (const [audience, refused] of Object.entries(REFUSED) as [
        Audience,
        (typeof REFUSED)[Audience],
      ][])
        for (const actor of Object.values(ACTORS))
          expect([audience, actor.kind, findRefusal(audience, actor)]).toEqual([
            audience,
            actor.kind,
            refused[actor.kind],
          ]);
    });

    // @spec calls-by-audience
    it('lets every call be used by the audience it declares, and tells the others why not', async () => {
      const askers: [kind: Actor['kind'], token: string][] = [
        ['visitor', ''],
        ['visitor', 'x'.repeat(43)],
        ['member', stranger.token],
      ];
      for (const [name, call] of all)
        for (const [kind, token] of askers) {
          // Signing out would end the session that the other calls use.
          if (call.reply || name === 'logout') continue;
          const visit = api.openVisit({
            token,
            address: '',
            customDomainAlias: '',
            requestId: 'id',
          });
          const { code, msg } = await visit.call(name, {}, 'nowhere');
          const refused = REFUSED[call.audience][kind];
          if (refused) expect([name, kind, { code, msg }]).toEqual([name, kind, refused]);
          else expect([CLOSED.msg, SIGN_IN.msg], `${name} ${kind}`).not.toContain(msg);
        }
    });

    it('has the one who asks act in what is written down, regardless of who may have asked', async () => {
      const sent = { id: owned.clientId, field: 'enabled', value: '0' };
      const headers = { 'X-Token': owned.token, 'X-Domain': 'yunbiao' };
      await send(api, 'authValueSet', sent, headers);
      await send(api, 'orderClose', { id: owned.orderId }, headers);
      const owner = await ctx.db.kysely
        .selectFrom('client')
        .select('member_id')
        .where('id', '=', Number(owned.clientId))
        .executeTakeFirstOrThrow();
      const actor = `member:${owner.member_id}`;
      const events = ctx.db.kysely.selectFrom('security_event').select(['kind', 'actor']);
      expect(await events.execute()).toContainEqual({ kind: 'client.disable', actor });
      const audits = ctx.db.kysely.selectFrom('audit').select(['action', 'actor']);
      expect(await audits.execute()).toContainEqual({ action: 'order.closed', actor });
    });

    it('answers 404 when what is named belongs to another member, and changes nothing', async () => {
      const headers = { 'X-Token': stranger.token, 'X-Domain': 'yunbiao' };
      const before = await takeSnapshot(ctx.db);
      for (const [name, input] of Object.entries(FOREIGN) as [
        CallName,
        (o: Owned) => Record<string, unknown>,
      ][]) {
        const { envelope } = await send(api, name, input(owned), headers);
        expect([name, envelope.code]).toEqual([name, 404]);
      }
      expect(await takeSnapshot(ctx.db)).toBe(before);
    });

    it('lists nothing of another member, whatever the filter names', async () => {
      const headers = { 'X-Token': stranger.token, 'X-Domain': 'yunbiao' };
      const filter = {
        clientId: owned.clientId,
        printerId: owned.printerId,
        templateId: owned.templateId,
      };
      const list = async (name: CallName, input: object) =>
        (await send(api, name, { ...input }, headers)).envelope.data as Record<string, unknown>;
      expect(await list('batchList', filter)).toMatchObject({ list: [], total: 0 });
      expect(await list('detailList', { ...filter, batchNo: owned.batchNo })).toMatchObject({
        list: [],
      });
      expect(await list('noticeList', { lastId: '99' })).toMatchObject({ list: [], unread: 0 });
      expect(await list('orderList', {})).toMatchObject({ list: [] });
      expect(await list('sessionList', {})).toMatchObject({ list: [{ isThis: true }] });
      expect(await list('sessionEndOthers', {})).toEqual({ ended: 0 });
      const stat = await list('printStat', filter);
      expect(stat).toMatchObject({
        totals: { labels: 0 },
        options: { clients: [], printers: [], templates: [] },
      });
      expect(await list('printStatShares', filter)).toMatchObject({ templates: [], sources: [] });
      for (const [name, read] of [
        ['templateList', 'list'],
        ['printConfigList', 'list'],
        ['apiKeyList', 'list'],
        ['ipRuleList', 'list'],
        ['webhookList', 'list'],
        ['webhookList', 'keys'],
        ['webhookDeliveryList', 'list'],
        ['ipRuleList', 'refused'],
        ['passkeyList', 'list'],
      ] as const) {
        expect((await list(name, {}))[read]).toEqual([]);
      }
    });

    it('answers a page rendered in this process exactly as it answers a request', async () => {
      const listInputs = (name: CallName): Record<string, unknown>[] => {
        const named = FOREIGN[name]?.(owned) ?? {};
        return [named, { ...named, alias: 'yunbiao', page: 1, pageSize: 20, q: '', nothing: null }];
      };
      const reads = all.filter(
        ([name, call]) => !call.reply && (call.method === 'GET' || name === 'getInfo'),
      );
      expect(reads.length).toBeGreaterThan(20);
      const requestId = 'id';
      for (const token of ['', 'x'.repeat(43), owned.token])
        for (const domain of ['', 'yunbiao']) {
          // Separate rate limits: calls counted in one API must not be refused in the other.
          const [here, there] = [createApi(ctx), createApi(ctx, { trustProxy: true })];
          for (const [name] of reads)
            for (const input of listInputs(name)) {
              const address = '192.0.2.1';
              const headers = {
                'X-Token': token,
                'X-Domain': domain,
                'X-Request-Id': requestId,
                'X-Forwarded-For': address,
              };
              const visit = here.openVisit({ token, address, customDomainAlias: '', requestId });
              const reply = await visit.call(name, input, domain);
              const { envelope } = await send(there, name, input, headers);
              // Strict: a page gets the parsed output, without keys whose value is undefined.
              expect([name, domain, reply]).toStrictEqual([name, domain, envelope]);
            }
        }
    });

    it('answers nothing in this process to nobody, nor another’s things to a member', async () => {
      const nobody = api.openVisit({
        token: '',
        address: '',
        customDomainAlias: '',
        requestId: 'id',
      });
      const visit = api.openVisit({
        token: stranger.token,
        address: '',
        customDomainAlias: '',
        requestId: 'id',
      });
      const before = await takeSnapshot(ctx.db);
      for (const [name, call] of memberCalls) {
        if (call.reply) continue;
        expect([name, (await nobody.call(name, {}, 'yunbiao')).code]).toEqual([name, -9999]);
        const named = FOREIGN[name]?.(owned);
        if (named)
          expect([name, (await visit.call(name, named, 'yunbiao')).code]).toEqual([name, 404]);
      }
      expect(await takeSnapshot(ctx.db)).toBe(before);
    });

    it('answers every call as its row says, regardless of who asks', async () => {
      const found = new Map<CallName, Partial<Row>>(all.map(([name]) => [name, {}]));
      const recordColumn = async (
        column: Column,
        headers: (call: Call) => Record<string, string>,
      ) => {
        // Separate rate limits: calls of one actor must not be refused to the next.
        const fresh = createApi(ctx, { trustProxy: true });
        for (const [name, call] of inTurn) {
          const code = await getCode(fresh, name, { owned, headers: headers(call) });
          Object.assign(found.get(name) ?? {}, { [column]: code });
        }
      };
      ctx.settings.publicUrl = 'http://localhost:3000';
      const owner = await getOwner(ctx);
      // The owner comes last, because these calls change the objects that are read.
      for (const [column, headers] of Object.entries(await listAskers(ctx, owner, stranger)))
        await recordColumn(column as Column, headers);

      for (const [name] of all) {
        const { suspended: _, ...row } = CELLS[name];
        expect([name, found.get(name)]).toEqual([name, row]);
      }
    });

    it('asks for a software where the call says so, and nowhere else', async () => {
      ctx.settings.publicUrl = 'http://localhost:3000';
      const askers = await listAskers(ctx, await getOwner(ctx), stranger);
      const fresh = createApi(ctx, { trustProxy: true });
      const asking: CallName[] = [];
      for (const [name, call] of inTurn) {
        const headers = askers[call.audience === 'key' ? 'key' : 'owner'](call);
        const { code, msg } = await getAnswer(fresh, name, { owned, headers, domain: '' });
        if (code === 404 && msg === '没有这款软件') asking.push(name);
      }
      const said = all.filter(([, call]) => call.isInSoftware).map(([name]) => name);
      expect(said.toSorted()).toEqual(asking.toSorted());
    });

    it('answers the owner as its row says while he is suspended in the software', async () => {
      ctx.settings.publicUrl = 'http://localhost:3000';
      const owner = await getOwner(ctx);
      const askers = await listAskers(ctx, owner, stranger);
      await suspendMember({ ctx, username: owner.username, alias: 'yunbiao', reason: '查一件事' });
      const fresh = createApi(ctx, { trustProxy: true });
      for (const [name, call] of inTurn) {
        const headers = askers[call.audience === 'key' ? 'key' : 'owner'](call);
        const code = await getCode(fresh, name, { owned, headers });
        expect([name, code]).toEqual([name, CELLS[name].suspended]);
      }
    });
  });
});
