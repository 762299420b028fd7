import { type ListedNode, listNodes, MINUTE, readDatabaseClock, SECOND } from '@yunbiao/services';
import { createFailure, createGood, createWarning, type Finding } from '../../report/findings.ts';
import { describeNetworkError, type DoctorScope, rejectAfterTimeout } from './scope.ts';

const NAME = '服务器';
/** An event takes a few ms; at this delay printing waits visibly, ms. */
const MAX_LAG_MS = SECOND;
/** Time in which an update replaces one server after another, ms. */
const UPDATE_MS = 30 * MINUTE;
/** Time for which a server without a successor is missed, ms. */
const MISSED_MS = 60 * MINUTE;

const joinNodeNames = (nodes: readonly ListedNode[]): string =>
  nodes.map(({ name }) => name).join('、');

const listDistinctBuilds = (nodes: readonly ListedNode[]): string[] => [
  ...new Set(nodes.map(({ build }) => build).filter(Boolean)),
];

/** Lists servers that ended without a stop notice, and that no running one replaces. */
const listDeadUnreplacedNodes = (
  nodes: readonly ListedNode[],
  running: readonly ListedNode[],
): ListedNode[] => {
  const names = new Set(running.map(({ name }) => name));
  return nodes.filter(
    ({ state, name, silentMs }) => state === 'silent' && silentMs < MISSED_MS && !names.has(name),
  );
};

/** Finding about the servers of a cluster. `now`: epoch ms by the clock of the database. */
export const judgeNodes = (nodes: readonly ListedNode[], now: number): Finding => {
  const running = nodes.filter(({ state }) => state === 'running');
  if (running.length === 0)
    return createWarning(NAME, '一台也没有在运行', '启动网站；启动不了就看日志最后一句话');
  const detail = `${running.length} 台在运行：${joinNodeNames(running)}`;
  if (!running.some(({ isLeader }) => isLeader))
    return createFailure(
      NAME,
      `${detail}，没有一台主持`,
      '几秒后再检查一次；还没有，看各台日志里的 the other servers cannot be reached',
    );
  const slow = running.filter(({ lagMs }) => lagMs > MAX_LAG_MS);
  if (slow.length > 0)
    return createWarning(
      NAME,
      `${detail}，${joinNodeNames(slow)} 传一句话要一秒以上`,
      '看 PostgreSQL 和那台机器忙不忙，两边的网络通不通',
    );
  const missing = listDeadUnreplacedNodes(nodes, running);
  if (missing.length > 0)
    return createWarning(
      NAME,
      `${detail}；${joinNodeNames(missing)} 没有告别就没了消息`,
      '看那台机器和日志；有意停掉的不用管',
    );
  const newestStart = Math.max(...running.map(({ startedAt }) => Date.parse(startedAt)));
  if (listDistinctBuilds(running).length > 1 && now - newestStart > UPDATE_MS)
    return createWarning(NAME, `${detail}，版本不一样`, '更新剩下的那几台（admin nodes 列出版本）');
  return createGood(NAME, detail);
};

/** Checks the servers of a cluster. No findings for a site with one server. */
export const checkNodes = async ({ config, db, timeoutMs }: DoctorScope): Promise<Finding[]> => {
  if (config.clusterKey === undefined || !db) return [];
  try {
    const [nodes, now] = await rejectAfterTimeout(
      timeoutMs,
      Promise.all([listNodes({ ctx: { db, now: Date.now } }), readDatabaseClock(db)]),
    );
    return [judgeNodes(nodes, now ?? Date.now())];
  } catch (error) {
    return [createFailure(NAME, describeNetworkError(error), '看 PostgreSQL 忙不忙，再检查一次')];
  }
};
