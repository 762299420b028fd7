import type { ListedNode } from '@yunbiao/services';
import { expect, it } from 'vitest';
import { judgeNodes } from './nodes.ts';

const NOW = Date.parse('2026-11-30T08:00:00Z');
const HOUR_MS = 3_600_000;

const createNode = (name: string, node: Partial<ListedNode> = {}): ListedNode => ({
  nodeId: name,
  name,
  build: 'one',
  state: 'running',
  isLeader: false,
  clients: 3,
  lagMs: 4,
  startedAt: new Date(NOW - HOUR_MS).toISOString(),
  silentMs: 200,
  ...node,
});

const a = createNode('a:3000', { isLeader: true });
const silent = { state: 'silent', silentMs: 20_000 } as const;

it.each<[string, string, string, ListedNode[]]>([
  ['two servers', '正常', '2 台在运行：a:3000、b:3000', [a, createNode('b:3000')]],
  ['none', '注意', '一台也没有在运行', [createNode('a:3000', { state: 'stopped' })]],
  ['no leader', '不行', '1 台在运行：b:3000，没有一台主持', [createNode('b:3000')]],
  [
    'a slow one',
    '注意',
    '2 台在运行：a:3000、b:3000，b:3000 传一句话要一秒以上',
    [a, createNode('b:3000', { lagMs: 1_200 })],
  ],
  [
    'one that was killed',
    '注意',
    '1 台在运行：a:3000；b:3000 没有告别就没了消息',
    [a, createNode('b:3000', silent)],
  ],
  [
    'one that was killed and runs again',
    '正常',
    '1 台在运行：a:3000',
    [createNode('a:3000', silent), a],
  ],
  [
    'one that was killed long ago',
    '正常',
    '1 台在运行：a:3000',
    [a, createNode('b:3000', { ...silent, silentMs: 2 * HOUR_MS })],
  ],
  [
    'an update that goes on',
    '正常',
    '2 台在运行：a:3000、b:3000',
    [a, createNode('b:3000', { build: 'two', startedAt: new Date(NOW - 60_000).toISOString() })],
  ],
  [
    'an update that ended half way',
    '注意',
    '2 台在运行：a:3000、b:3000，版本不一样',
    [a, createNode('b:3000', { build: 'two' })],
  ],
])('the doctor judges %s', (_, result, detail, nodes) => {
  expect(judgeNodes(nodes, NOW)).toMatchObject({ name: '服务器', result, detail });
});
