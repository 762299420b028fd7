import { listNodes, type ListedNode } from '@yunbiao/services';
import { formatBeijingTime } from './beijing.ts';
import { type RunCommand, reportTable } from './command-outcome.ts';
import type { Usage } from './usage-parts.ts';

export const NODE_USAGE = {
  nodes: {
    args: '',
    purpose: '列出一天里运行过的服务器：哪台在运行，哪台主持，传一句话要多久（只有一台时没有）',
    list: true,
  },
} as const satisfies Record<string, Usage>;

/** Shown digits of a build's hash, enough to tell builds apart. */
const BUILD_DIGITS = 8;

const formatNodeState = ({ state, silentMs }: ListedNode): string => {
  if (state === 'stopped') return '已停止';
  return state === 'running' ? '运行中' : `${Math.round(silentMs / 1_000)} 秒没有消息`;
};

export const nodeCommands: Record<keyof typeof NODE_USAGE, RunCommand> = {
  nodes: async (ctx) => {
    const nodes = await listNodes({ ctx });
    const cells = nodes.map((node) => [
      node.name,
      formatNodeState(node),
      node.isLeader ? '主持' : '-',
      node.state === 'running' ? String(node.clients) : '-',
      node.state === 'running' ? `${node.lagMs} 毫秒` : '-',
      node.build.slice(0, BUILD_DIGITS) || '-',
      formatBeijingTime(node.startedAt),
    ]);
    return reportTable(cells, '只有一台服务器（没有写 CLUSTER_KEY），或者还没有启动过', {
      headings: ['服务器', '状态', '主持', '客户端', '延迟', '版本', '启动'],
      json: nodes,
    });
  },
};
