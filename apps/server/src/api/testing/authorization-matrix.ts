import { type Call, type CallName, type Scope, SCOPES } from '@yunbiao/contract';
import { addApiKey, login, revokeApiKey, computeSha256 } from '@yunbiao/services';
import type { TestContext, TestMember } from '@yunbiao/services/testing';

/**
 * The actors. Calls of other systems use a key: `another` has another member's key, `revoked` a
 * revoked one, `suspended` the key of a member who is suspended in the software. All other calls
 * use a session token.
 */
export const COLUMNS = [
  'anonymous',
  'owner',
  'another',
  'expired',
  'revoked',
  'suspended',
  'key',
  'narrowKey',
] as const;
export type Column = (typeof COLUMNS)[number];
/** The status code each actor gets. */
export type Row = Record<Column, number>;

/** Every actor may call. */
const anybody = (code = 200, owner = code): Row => ({
  anonymous: code,
  owner,
  another: code,
  expired: code,
  revoked: code,
  suspended: owner,
  key: code,
  narrowKey: code,
});

/**
 * Members may call: the owner of the named object, another member, and the owner while suspended in
 * the software.
 */
const member = (owner = 200, another = owner, suspended = owner): Row => ({
  ...anybody(-9999),
  owner,
  another,
  suspended,
});

/** Only the owner may use the named object. */
const own = (owner = 200, suspended = owner): Row => member(owner, 404, suspended);

/** Keys with the permission: the owner's, another member's, and the owner's while suspended. */
const byKey = (key: number, another: number, suspended: number): Row => ({
  ...anybody(401),
  narrowKey: 403,
  key,
  another,
  suspended,
});

export const CELLS: Record<CallName, Row> = {
  register: anybody(),
  login: anybody(),
  logout: member(),
  getInfo: member(),
  changeInfo: member(),
  changePwd: member(),
  setPassword: member(409),
  sessionList: member(),
  sessionEnd: own(),
  sessionEndOthers: member(),
  getVip: member(),
  contactCode: member(404),
  contactCodeState: member(404),
  contactBind: member(400),
  contactUnbind: member(),
  resetCode: anybody(404),
  resetPassword: anybody(400),
  passkeyStart: anybody(),
  passkeyLogin: anybody(400),
  passkeyList: member(),
  passkeyAddStart: member(),
  passkeyAdd: member(400),
  passkeyRename: own(),
  passkeyRemove: own(),
  wxLogin: anybody(404),
  wechatEnter: anybody(409),
  mpLoginQrcode: anybody(404),
  wechatBindQrcode: member(404),
  wechatPoll: anybody(),
  wechatStart: anybody(404),
  wechatAsk: anybody(409),
  wechatAnswer: anybody(409),
  wechatUnbind: member(),
  getUpUserInfo: member(),
  bindShareCode: member(400),
  shareStat: member(),
  dataExport: member(),
  deletionInfo: member(),
  deletionAsk: member(),
  deletionCancel: member(),
  curSoftware: anybody(),
  siteIndex: anybody(),
  common: anybody(),
  downloadList: anybody(),
  downloadDetail: anybody(404),
  dictList: anybody(),
  articleList: anybody(),
  articleDetail: anybody(404),
  guideList: anybody(),
  guideDetail: anybody(),
  handbook: anybody(),
  handbookEntry: anybody(),
  printerModels: anybody(),
  printerBrand: anybody(),
  printerReports: own(),
  // A label is printed; the list of models is empty.
  reportPrinter: own(400),
  withdrawPrinterReport: member(),
  askIndex: anybody(),
  askGroupList: anybody(),
  askPostList: anybody(),
  askPostDetails: anybody(),
  askPostReplyList: anybody(),
  askSimilar: anybody(),
  askOwn: member(),
  askSource: own(),
  askPreview: anybody(),
  askSavePost: own(200, 403),
  askPostReply: own(200, 403),
  askDelete: own(),
  askAccept: member(200, 403, 403),
  askLike: member(409, 200, 403),
  askFollow: member(200, 200, 403),
  askReport: member(409, 200, 403),
  digestInfo: member(),
  digestSet: member(409),
  noticeList: member(),
  noticeCount: member(),
  noticeRead: own(),
  search: anybody(),
  productList: anybody(),
  productPrice: anybody(),
  createOrder: member(200, 200, 403),
  orderList: member(),
  orderExport: member(),
  orderDetail: own(),
  orderClose: own(),
  payWays: anybody(),
  orderPay: own(),
  orderCheck: own(),
  orderRefundAsk: own(409),
  orderInvoiceAsk: own(409),
  userImage: member(),
  userImageCover: member(),
  authStat: member(),
  clientList: member(),
  authValueSet: own(),
  clientUpdate: own(409),
  clientRevoke: own(),
  pairInfo: member(404),
  pairConfirm: member(404, 404, 403),
  foundList: member(),
  foundSearch: own(409),
  foundLook: own(409),
  foundTest: own(409),
  foundTake: own(409),
  foundMove: own(409),
  foundAddress: own(409),
  virtualOpen: own(403),
  virtualRoll: own(404),
  virtualSwitch: own(404),
  printConfigList: member(),
  savePrintConfig: own(),
  printerGroupList: member(),
  savePrinterGroup: own(),
  deletePrinterGroup: own(),
  calibratePrint: own(200, 403),
  calibrate: own(404),
  calibrateUndo: own(409),
  deletePrintConfig: own(),
  templateLibrary: anybody(),
  templateGet: anybody(404, 200),
  sharedTemplate: anybody(404),
  templateList: member(200, 200, 403),
  printTemplate: own(200, 403),
  serialReport: own(200, 403),
  saveTemplate: own(200, 403),
  renameTemplate: own(200, 403),
  copyTemplate: own(200, 403),
  templateVersions: own(200, 403),
  templateVersion: own(200, 403),
  shareTemplate: own(200, 403),
  deleteTemplate: own(200, 403),
  print: own(200, 403),
  batchList: member(),
  batchInfo: own(),
  batchCancel: own(),
  batchMove: own(409),
  detailList: member(),
  detailStates: own(),
  detailResolve: own(),
  incidentList: member(),
  incidentSettle: own(),
  changeDetailsColor: own(),
  deleteDetailsByBatchNo: own(),
  printEvents: member(),
  printStat: member(),
  printStatShares: member(),
  printStatExport: member(),
  detailExport: member(),
  agentPair: anybody(),
  agentPairPoll: anybody(),
  apiKeyList: member(),
  apiKeyAdd: member(),
  apiKeyRename: own(),
  apiKeyRevoke: own(),
  ipRuleList: member(),
  ipRuleAdd: member(),
  ipRuleDelete: own(),
  webhookList: member(),
  webhookSave: own(),
  webhookDelete: own(),
  webhookSecret: own(),
  webhookTest: own(),
  webhookDeliveryList: member(),
  webhookDelivery: own(),
  webhookResend: own(),
  apiBatch: byKey(200, 404, 403),
  apiRaw: byKey(409, 404, 403),
  apiBatchInfo: byKey(200, 404, 200),
  apiDetails: byKey(200, 404, 200),
  apiCancel: byKey(200, 404, 200),
  apiPrinters: byKey(200, 200, 200),
  apiTemplates: byKey(200, 200, 403),
};

type Ask = (call: Call) => Record<string, string>;

const PASSWORD = 'correct horse 9';
const by = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` });

/**
 * Request headers of each actor. `suspended` uses those of `owner` and `key` during a suspension.
 */
export const listAskers = async (
  ctx: TestContext,
  owner: Omit<TestMember, 'token'>,
  stranger: TestMember,
): Promise<Record<Exclude<Column, 'suspended'>, Ask>> => {
  const key = async (
    name: string,
    { memberId = owner.id, scopes = SCOPES }: { memberId?: number; scopes?: readonly Scope[] } = {},
  ) => addApiKey({ ctx, memberId, input: { name, kind: 'live', scopes: [...scopes] } });
  const [whole, strange, gone] = [
    await key('whole'),
    await key('strange', { memberId: stranger.id }),
    await key('gone'),
  ];
  await revokeApiKey({ ctx, memberId: owner.id, id: Number(gone.item.id) });
  const narrow = new Map<string, string>();
  for (const scope of SCOPES)
    narrow.set(scope, (await key(scope, { scopes: SCOPES.filter((one) => one !== scope) })).key);
  const session = async (): Promise<string> => {
    const input = { username: owner.username, password: PASSWORD };
    const origin = { address: '127.0.0.1', userAgent: 'test' };
    return (await login({ ctx, input, origin })).token;
  };
  const [kept, expired, ended] = [await session(), await session(), await session()];
  const sessions = ctx.db.kysely;
  await sessions
    .updateTable('session')
    .set({ expires_at: ctx.now() })
    .where('token_hash', '=', computeSha256(expired))
    .execute();
  await sessions.deleteFrom('session').where('token_hash', '=', computeSha256(ended)).execute();
  const token = (of: string) => ({ 'X-Token': of });
  return {
    anonymous: () => ({}),
    expired: () => token(expired),
    revoked: (call) => (call.audience === 'key' ? by(gone.key) : token(ended)),
    narrowKey: (call) => by(narrow.get(call.scope ?? 'print') ?? ''),
    another: (call) => (call.audience === 'key' ? by(strange.key) : token(stranger.token)),
    key: () => by(whole.key),
    owner: () => token(kept),
  };
};
