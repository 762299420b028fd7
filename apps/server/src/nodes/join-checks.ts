import { setTimeout as sleep } from 'node:timers/promises';
import { type BundleSigner, formatSignedProbe } from './event-bundles.ts';
import type { NodeRoster } from './node-roster.ts';

/** Time in which a living server writes its heartbeat at least twice, ms. */
const FOLDER_CHECK_MS = 3_000;
/** A server without events would show stale pages, so it does not start without the first, ms. */
const FIRST_PROBE_MS = 5_000;

const COPIED_FOLDER_SENTENCE =
  'DATA_DIR 是另一台正在运行的服务器的拷贝：每台要有自己的文件夹。删除这里面的 folder.id 再启动，虚拟打印机留在那一台上。';
const NO_EVENTS_SENTENCE =
  'DATABASE_URL 连到的不是一条固定的连接，收不到别的服务器的消息：要直接连 PostgreSQL，或者用会话模式的连接池（pgbouncer 的 pool_mode = session）。';
const OTHER_KEY_SENTENCE = 'CLUSTER_KEY 和正在运行的其他服务器不一样：几台服务器要写同一个。';

/** The connection to the other servers. */
type Session = {
  isPooled: () => Promise<boolean>;
  publish: (payloads: readonly string[]) => Promise<void>;
  listNodes: () => Promise<Parameters<NodeRoster['observe']>[0]>;
  /** Time of the database, epoch ms. */
  readTime: () => Promise<number>;
};

/** What the checks need of a server before it joins. Times are monotonic, ms. */
type JoinState = {
  nodeId: string;
  name: string;
  dataFolderId: string;
  keyCheck: string;
  sign: BundleSigner;
  roster: NodeRoster;
  probedAt: number;
  probeReturnedAt: number;
};

/** Whether a living server writes heartbeats for a data folder with the same id. */
const isDataFolderInUse = async (state: JoinState, session: Session): Promise<boolean> => {
  const { roster, dataFolderId, name } = state;
  // The same name means the same port, which this process has claimed: that one is dead.
  const findRivals = () =>
    roster.listLiving().filter((row) => row.dataFolderId === dataFolderId && row.name !== name);
  const before = new Map(findRivals().map((row) => [row.nodeId, row.seenAt]));
  if (before.size === 0) return false;
  await sleep(FOLDER_CHECK_MS);
  roster.observe(await session.listNodes(), await session.readTime(), performance.now());
  return findRivals().some((row) => row.seenAt !== before.get(row.nodeId));
};

/** Whether a notification of this server comes back. A proxy may accept `listen` and drop them. */
const receivesEvents = async (state: JoinState, session: Session): Promise<boolean> => {
  const returnedAt = state.probeReturnedAt;
  state.probedAt = performance.now();
  await session.publish([formatSignedProbe(state.nodeId, state.sign)]);
  const deadline = performance.now() + FIRST_PROBE_MS;
  while (state.probeReturnedAt === returnedAt && performance.now() < deadline) await sleep(20);
  return state.probeReturnedAt !== returnedAt;
};

/** Why this server cannot join; '' when it can. */
export const findJoinRefusal = async (state: JoinState, session: Session): Promise<string> => {
  const { roster, keyCheck } = state;
  if ((await session.isPooled()) || !(await receivesEvents(state, session)))
    return NO_EVENTS_SENTENCE;
  roster.observe(await session.listNodes(), await session.readTime(), performance.now());
  if (roster.listLiving().some((row) => row.keyCheck !== keyCheck)) return OTHER_KEY_SENTENCE;
  return (await isDataFolderInUse(state, session)) ? COPIED_FOLDER_SENTENCE : '';
};
