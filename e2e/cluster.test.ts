import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noCluster, openCluster, type TestCluster } from './support/cluster.ts';

let cluster: TestCluster;
beforeAll(async () => {
  if (!noCluster) cluster = await openCluster(2);
});
afterAll(() => cluster?.close());

type Node = { state: string; isLeader: boolean };

describe('two servers on one database', () => {
  it('are listed for the operator, one of them as the leader', async (ctx) => {
    if (noCluster) ctx.skip(noCluster);
    const nodes = JSON.parse(await cluster.admin('nodes', '--json')) as Node[];
    expect(nodes.map(({ state }) => state)).toEqual(['running', 'running']);
    expect(nodes.filter(({ isLeader }) => isLeader)).toHaveLength(1);
  });
});
