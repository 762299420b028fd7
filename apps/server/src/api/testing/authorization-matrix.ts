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
const allowAnybody = (code = 200, owner = code): Row => ({
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
const allowMembers = (owner = 200, another = owner, suspended = owner): Row => ({
  ...allowAnybody(-9999),
  owner,
  another,
  suspended,
});

/** Only the owner may use the named object. */
const allowOwner = (owner = 200, suspended = owner): Row => allowMembers(owner, 404, suspended);

/** Keys with the permission: the owner's, another member's, and the owner's while suspended. */
const allowKeys = (key: number, another: number, suspended: number): Row => ({
  ...allowAnybody(401),
  narrowKey: 403,
  key,
  another,
  suspended,
});

export const CELLS: Record<CallName, Row> = {
  register: allowAnybody(),
  login: allowAnybody(),
  logout: allowMembers(),
  getInfo: allowMembers(),
  changeInfo: allowMembers(),
  changePwd: allowMembers(),
  setPassword: allowMembers(409),
  sessionList: allowMembers(),
  sessionEnd: allowOwner(),
  sessionEndOthers: allowMembers(),
  getVip: allowMembers(),
  contactCode: allowMembers(404),
  contactCodeState: allowMembers(404),
  contactBind: allowMembers(400),
  contactUnbind: allowMembers(),
  resetCode: allowAnybody(404),
  resetPassword: allowAnybody(400),
  passkeyStart: allowAnybody(),
  passkeyLogin: allowAnybody(400),
  passkeyList: allowMembers(),
  passkeyAddStart: allowMembers(),
  passkeyAdd: allowMembers(400),
  passkeyRename: allowOwner(),
  passkeyRemove: allowOwner(),
  wxLogin: allowAnybody(404),
  wechatEnter: allowAnybody(409),
  mpLoginQrcode: allowAnybody(404),
  wechatBindQrcode: allowMembers(404),
  wechatPoll: allowAnybody(),
  wechatStart: allowAnybody(404),
  wechatAsk: allowAnybody(409),
  wechatAnswer: allowAnybody(409),
  wechatUnbind: allowMembers(),
  getUpUserInfo: allowMembers(),
  bindShareCode: allowMembers(400),
  shareStat: allowMembers(),
  dataExport: allowMembers(),
  deletionInfo: allowMembers(),
  deletionAsk: allowMembers(),
  deletionCancel: allowMembers(),
  curSoftware: allowAnybody(),
  siteIndex: allowAnybody(),
  common: allowAnybody(),
  downloadList: allowAnybody(),
  downloadDetail: allowAnybody(404),
  dictList: allowAnybody(),
  articleList: allowAnybody(),
  articleDetail: allowAnybody(404),
  guideList: allowAnybody(),
  guideDetail: allowAnybody(),
  handbook: allowAnybody(),
  handbookEntry: allowAnybody(),
  printerModels: allowAnybody(),
  printerBrand: allowAnybody(),
  printerReports: allowOwner(),
  // A label is printed; the list of models is empty.
  reportPrinter: allowOwner(400),
  withdrawPrinterReport: allowMembers(),
  askIndex: allowAnybody(),
  askGroupList: allowAnybody(),
  askPostList: allowAnybody(),
  askPostDetails: allowAnybody(),
  askPostReplyList: allowAnybody(),
  askSimilar: allowAnybody(),
  askOwn: allowMembers(),
  askSource: allowOwner(),
  askPreview: allowAnybody(),
  askSavePost: allowOwner(200, 403),
  askPostReply: allowOwner(200, 403),
  askDelete: allowOwner(),
  askAccept: allowMembers(200, 403, 403),
  askLike: allowMembers(409, 200, 403),
  askFollow: allowMembers(200, 200, 403),
  askReport: allowMembers(409, 200, 403),
  digestInfo: allowMembers(),
  digestSet: allowMembers(409),
  noticeList: allowMembers(),
  noticeCount: allowMembers(),
  noticeRead: allowOwner(),
  search: allowAnybody(),
  productList: allowAnybody(),
  productPrice: allowAnybody(),
  createOrder: allowMembers(200, 200, 403),
  orderList: allowMembers(),
  orderExport: allowMembers(),
  orderDetail: allowOwner(),
  orderClose: allowOwner(),
  payWays: allowAnybody(),
  orderPay: allowOwner(),
  orderCheck: allowOwner(),
  orderRefundAsk: allowOwner(409),
  orderInvoiceAsk: allowOwner(409),
  userImage: allowMembers(),
  userImageCover: allowMembers(),
  authStat: allowMembers(),
  clientList: allowMembers(),
  authValueSet: allowOwner(),
  clientUpdate: allowOwner(409),
  clientRevoke: allowOwner(),
  pairInfo: allowMembers(404),
  pairConfirm: allowMembers(404, 404, 403),
  foundList: allowMembers(),
  foundSearch: allowOwner(409),
  foundLook: allowOwner(409),
  foundTest: allowOwner(409),
  foundTake: allowOwner(409),
  foundMove: allowOwner(409),
  foundAddress: allowOwner(409),
  virtualOpen: allowOwner(403),
  virtualRoll: allowOwner(404),
  virtualSwitch: allowOwner(404),
  printConfigList: allowMembers(),
  savePrintConfig: allowOwner(),
  printerGroupList: allowMembers(),
  savePrinterGroup: allowOwner(),
  deletePrinterGroup: allowOwner(),
  calibratePrint: allowOwner(200, 403),
  calibrate: allowOwner(404),
  calibrateUndo: allowOwner(409),
  deletePrintConfig: allowOwner(),
  templateLibrary: allowAnybody(),
  templateGet: allowAnybody(404, 200),
  sharedTemplate: allowAnybody(404),
  templateList: allowMembers(200, 200, 403),
  printTemplate: allowOwner(200, 403),
  serialReport: allowOwner(200, 403),
  reserveSerials: allowOwner(200, 403),
  saveTemplate: allowOwner(200, 403),
  renameTemplate: allowOwner(200, 403),
  copyTemplate: allowOwner(200, 403),
  templateVersions: allowOwner(200, 403),
  templateVersion: allowOwner(200, 403),
  shareTemplate: allowOwner(200, 403),
  deleteTemplate: allowOwner(200, 403),
  print: allowOwner(200, 403),
  batchList: allowMembers(),
  batchInfo: allowOwner(),
  batchCancel: allowOwner(),
  batchMove: allowOwner(409),
  detailList: allowMembers(),
  detailStates: allowOwner(),
  detailResolve: allowOwner(),
  incidentList: allowMembers(),
  incidentSettle: allowOwner(),
  changeDetailsColor: allowOwner(),
  deleteDetailsByBatchNo: allowOwner(),
  printEvents: allowMembers(),
  printStat: allowMembers(),
  printStatShares: allowMembers(),
  printStatExport: allowMembers(),
  detailExport: allowMembers(),
  agentPair: allowAnybody(),
  agentPairPoll: allowAnybody(),
  apiKeyList: allowMembers(),
  apiKeyAdd: allowMembers(),
  apiKeyRename: allowOwner(),
  apiKeyRevoke: allowOwner(),
  ipRuleList: allowMembers(),
  ipRuleAdd: allowMembers(),
  ipRuleDelete: allowOwner(),
  webhookList: allowMembers(),
  webhookSave: allowOwner(),
  webhookDelete: allowOwner(),
  webhookSecret: allowOwner(),
  webhookTest: allowOwner(),
  webhookDeliveryList: allowMembers(),
  webhookDelivery: allowOwner(),
  webhookResend: allowOwner(),
  pictureList: allowMembers(),
  uploadPicture: allowMembers(),
  renamePicture: allowOwner(),
  movePictures: allowOwner(),
  pictureUses: allowOwner(),
  findPictures: allowMembers(),
  deletePictures: allowOwner(),
  saveKit: allowMembers(),
  renameKit: allowOwner(),
  deleteKit: allowOwner(),
  kitList: allowMembers(),
  getKit: allowOwner(),
  apiBatch: allowKeys(200, 404, 403),
  apiRaw: allowKeys(409, 404, 403),
  apiBatchInfo: allowKeys(200, 404, 200),
  apiDetails: allowKeys(200, 404, 200),
  apiCancel: allowKeys(200, 404, 200),
  apiPrinters: allowKeys(200, 200, 200),
  apiTemplates: allowKeys(200, 200, 403),
};

type Ask = (call: Call) => Record<string, string>;

const PASSWORD = 'correct horse 9';
const createKeyHeader = (key: string): Record<string, string> => ({
  Authorization: `Bearer ${key}`,
});

/**
 * Request headers of each actor. `suspended` uses those of `owner` and `key` during a suspension.
 */
export const listAskers = async (
  ctx: TestContext,
  owner: Omit<TestMember, 'token'>,
  stranger: TestMember,
): Promise<Record<Exclude<Column, 'suspended'>, Ask>> => {
  const addKey = async (
    name: string,
    { memberId = owner.id, scopes = SCOPES }: { memberId?: number; scopes?: readonly Scope[] } = {},
  ) => addApiKey({ ctx, memberId, input: { name, kind: 'live', scopes: [...scopes] } });
  const [whole, strange, gone] = [
    await addKey('whole'),
    await addKey('strange', { memberId: stranger.id }),
    await addKey('gone'),
  ];
  await revokeApiKey({ ctx, memberId: owner.id, id: Number(gone.item.id) });
  const narrow = new Map<string, string>();
  for (const scope of SCOPES)
    narrow.set(
      scope,
      (await addKey(scope, { scopes: SCOPES.filter((other) => other !== scope) })).key,
    );
  const openSession = async (): Promise<string> => {
    const input = { username: owner.username, password: PASSWORD };
    const origin = { address: '127.0.0.1', userAgent: 'test' };
    return (await login({ ctx, input, origin })).token;
  };
  const [openToken, expired, ended] = [
    await openSession(),
    await openSession(),
    await openSession(),
  ];
  const sessions = ctx.db.kysely;
  await sessions
    .updateTable('session')
    .set({ expires_at: ctx.now() })
    .where('token_hash', '=', computeSha256(expired))
    .execute();
  await sessions.deleteFrom('session').where('token_hash', '=', computeSha256(ended)).execute();
  const createTokenHeader = (of: string) => ({ 'X-Token': of });
  return {
    anonymous: () => ({}),
    expired: () => createTokenHeader(expired),
    revoked: (call) =>
      call.audience === 'key' ? createKeyHeader(gone.key) : createTokenHeader(ended),
    narrowKey: (call) => createKeyHeader(narrow.get(call.scope ?? 'print') ?? ''),
    another: (call) =>
      call.audience === 'key' ? createKeyHeader(strange.key) : createTokenHeader(stranger.token),
    key: () => createKeyHeader(whole.key),
    owner: () => createTokenHeader(openToken),
  };
};
