import { expect } from 'vitest';
import { callAs } from './api.ts';
import type { TestServer } from './server.ts';

/** Payload and caller of a specified call, and a part of the data it returns. */
export type Example = { payload: Record<string, string | File>; token?: string; answer: unknown };

type Id = { id: string };
type Post = Id & { gid: string; replyCount: number; pinned: boolean };
type Config = Record<string, string | number | boolean> & { id: string; name: string };
type List<T> = { list: T[] };

const ALIAS = 'yunbiao';
const NAMED = { domain: ALIAS, alias: ALIAS };
const PASSWORD = 'correct horse 9';
/** A PNG of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const createPicture = (): File => new File([DOT], '头像.png', { type: 'image/png' });

const requireItem = <T>(list: readonly T[], isIt: (item: T) => boolean = () => true): T => {
  const one = list.find(isIt);
  if (!one) throw new Error('the demo has nothing to show this call with');
  return one;
};

/** Ids used by the calls: of the demo with history, and of a new member. */
const getWorld = async (server: TestServer) => {
  const requestData = <T>(path: string, token = '', body?: object): Promise<T> =>
    callAs<T>(server, token, path, body);
  const getToken = async (path: string, body: object): Promise<string> =>
    (await requestData<{ token: string }>(path, '', body)).token;
  const demo = await getToken('/np/login', server.demo ?? {});
  const username = '按规格来的';
  const { shareCode } = await requestData<{ shareCode: string }>('/np/user/getInfo', demo, {});
  const member = await getToken('/np/register', { username, password: PASSWORD });
  const { list: posts } = await requestData<List<Post>>('/np/api/ask/postList');
  const talk = requireItem(posts, ({ replyCount }) => replyCount > 1);
  // Pinned posts lead the list, whatever the sort order.
  const { gid } = requireItem(posts, ({ pinned }) => !pinned);
  const ofGroup = posts.filter((post) => post.gid === gid && !post.pinned);
  const replies = await requestData<List<Id>>(`/np/api/ask/postReplyList?postId=${talk.id}`);
  const plans = await requestData<(Id & { level: number })[]>('/np/api/product/list');
  const clients = await requestData<List<Id>>('/np/api/uc/clientList', demo, {});
  const { list: configs } = await requestData<List<Config>>('/np/api/uc/printConfigList', demo);
  const batches = await requestData<List<{ batchNo: string; state: string }>>(
    '/np/api/uc/batchList',
    demo,
  );
  const { batchNo } = requireItem(batches.list, ({ state }) => state === 'done');
  const details = await requestData<List<Id & { color: string }>>('/np/api/uc/detailList', demo);
  return {
    demo,
    username,
    member,
    shareCode,
    talk,
    post: requireItem(ofGroup),
    nextPost: requireItem(ofGroup.slice(1)).id,
    reply: requireItem(replies.list),
    nextReply: requireItem(replies.list.slice(1)).id,
    yearly: requireItem(plans, ({ level }) => level === 2),
    client: requireItem(clients.list),
    config: requireItem(configs),
    unused: requireItem(configs.toReversed()),
    batchNo,
    detail: requireItem(details.list, ({ color }) => color === ''),
  };
};
type World = Awaited<ReturnType<typeof getWorld>>;

// oxlint-disable-next-line house/function-length -- one table: an example for each call of an area
const listAccountCalls = ({
  username,
  member,
  demo,
  client,
  shareCode,
}: World): Record<string, Example> => ({
  'POST /users/getVip': { token: demo, payload: {}, answer: { level: 1, name: 'VIP 月付' } },
  'POST /np/login': {
    payload: { username, password: PASSWORD },
    answer: { token: expect.stringMatching(/^.{43}$/), userInfo: { username } },
  },
  'POST /np/user/getInfo': { token: member, payload: {}, answer: { username } },
  // Called before a code is bound, because the calls run in table order.
  'POST /np/user/getUpUserInfo': { token: member, payload: {}, answer: null },
  'POST /np/user/bindShareCode': {
    token: member,
    payload: { shareCode },
    answer: { username, boundShareCode: shareCode },
  },
  'POST /np/user/changeInfo': {
    token: member,
    payload: { nickname: '规格', avatar: '-', cover: '-', intro: '简介', company: '公司' },
    answer: { nickname: '规格', avatar: null, cover: null, intro: '简介', company: '公司' },
  },
  'POST /np/user/changePwd': {
    token: member,
    payload: { oldPassword: PASSWORD, password: `${PASSWORD}9` },
    answer: {},
  },
  'POST /np/api/uc/authValueSet': {
    token: demo,
    payload: { id: client.id, value: '后门', field: 'remark' },
    answer: { id: client.id, remark: '后门' },
  },
  'POST /np/api/uc/authStat': { token: demo, payload: {}, answer: { clientsUsed: 2 } },
  'POST /np/api/uc/clientList': {
    token: demo,
    payload: {},
    answer: { list: expect.arrayContaining([expect.objectContaining({ id: client.id })]) },
  },
  'POST /user/image': {
    token: member,
    payload: { file: createPicture(), usage: 'avatar' },
    answer: { url: expect.stringContaining('/uploads/'), width: 1, height: 1 },
  },
  'POST /user/image/cover': {
    token: member,
    payload: { file: createPicture() },
    answer: { url: expect.stringContaining('/uploads/'), width: 1, height: 1 },
  },
});

const listForumCalls = (world: World): Record<string, Example> => ({
  'GET /np/api/ask/index': {
    payload: {},
    answer: { groups: expect.any(Array), hot: expect.any(Array) },
  },
  'GET /np/api/ask/groupList': {
    payload: {},
    answer: expect.arrayContaining([expect.objectContaining({ id: world.post.gid })]),
  },
  'GET /np/api/ask/postList': {
    payload: { gid: world.post.gid, sort: 'latest', lastPostId: world.post.id },
    answer: { list: expect.toSatisfy((list: Id[]) => list[0]?.id === world.nextPost) },
  },
  'GET /np/api/ask/postDetails': { payload: { id: world.post.id }, answer: { id: world.post.id } },
  'GET /np/api/ask/postReplyList': {
    payload: { postId: world.talk.id, lastId: world.reply.id },
    answer: { list: expect.toSatisfy((list: Id[]) => list[0]?.id === world.nextReply), before: 1 },
  },
  'POST /np/api/ask/savePost': {
    token: world.member,
    payload: { gid: world.post.gid, title: '按规格来问', content: '这样问行不行？' },
    answer: { gid: world.post.gid, title: '按规格来问' },
  },
  // A member must wait a minute between posts.
  'POST /np/api/ask/postReply': {
    token: world.demo,
    payload: { postId: world.talk.id, content: '这样回行。' },
    answer: { postId: world.talk.id, html: '<p>这样回行。</p>\n' },
  },
});

const listSoftwareCalls = ({ member, yearly }: World): Record<string, Example> => ({
  'GET /np/api/product/list': {
    payload: NAMED,
    answer: expect.arrayContaining([expect.objectContaining({ id: yearly.id, priceFen: 28_800 })]),
  },
  'POST /np/api/order/createOrder': {
    token: member,
    payload: { productId: yearly.id, payType: 'offline', discountCode: 'YUNBIAO20', num: '2' },
    answer: { productId: yearly.id, num: 2, discountCode: 'YUNBIAO20', payFen: 46_080 },
  },
  'GET /np/api/curSoftware': {
    payload: {},
    answer: { id: expect.stringMatching(/^\d+$/), domain: null, alias: ALIAS, name: '云标标签' },
  },
  'GET /np/api/index': { payload: NAMED, answer: { software: { alias: ALIAS } } },
  'GET /np/api/common': {
    payload: NAMED,
    answer: { softwares: expect.arrayContaining([expect.objectContaining({ alias: ALIAS })]) },
  },
  'GET /np/api/article/list': {
    payload: { page: '1', artType: 'help' },
    answer: {
      page: 1,
      list: expect.toSatisfy(
        (list: { artType: string }[]) =>
          list.length > 1 && list.every(({ artType }) => artType === 'help'),
      ),
    },
  },
  'GET /np/api/download/list': {
    payload: { ...NAMED, platform: 'windows' },
    answer: { versions: [{ version: '0.1.0' }] },
  },
});

const printCalls = (world: World): Record<string, Example> => {
  const { id, name, ...rest } = world.config;
  const settings = Object.fromEntries(
    'clientId printerId language widthMm heightMm gapMm columns dpi offsetXMm offsetYMm pitchScale rotation darkness speed copies isDefault enabled'
      .split(' ')
      .map((field) => [field, rest[field]]),
  );
  const renamed = `${name}（修改）`;
  settings['isDefault'] = true;
  const sent = Object.entries(settings).map(([key, value]) => [key, String(value)]);
  return {
    'POST /np/api/uc/savePrintConfig': {
      token: world.demo,
      payload: { id, name: renamed, ...Object.fromEntries(sent) },
      answer: { id, name: renamed, ...settings },
    },
    'POST /np/api/uc/deletePrintConfig': {
      token: world.demo,
      payload: { id: world.unused.id },
      answer: {},
    },
    'POST /np/api/uc/changeDetailsColor': {
      token: world.demo,
      payload: { id: world.detail.id },
      // The first of the product's own colours.
      answer: { id: world.detail.id, color: 'yellow' },
    },
    'POST /np/api/uc/deleteDetailsByBatchNo': {
      token: world.demo,
      payload: { batchNo: world.batchNo },
      answer: {},
    },
    'POST /np/api/uc/dictList': {
      payload: { prefix: ALIAS },
      answer: expect.arrayContaining([
        { dictType: 'detail_color', dictLabel: '待核对', dictValue: 'yellow' },
      ]),
    },
  };
};

/** An example of every call of the specification, by method and path. */
export const listSpecifiedCalls = async (server: TestServer): Promise<Record<string, Example>> => {
  const world = await getWorld(server);
  return {
    ...listAccountCalls(world),
    ...listForumCalls(world),
    ...listSoftwareCalls(world),
    ...printCalls(world),
  };
};
