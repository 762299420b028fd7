import type { NodeRow } from '@yunbiao/db';
import { NODE_DEAD_MS } from '@yunbiao/services';
import { expect, it } from 'vitest';
import { createNodeRoster } from './node-roster.ts';

const OWN = 'a';
const createRow = (nodeId: string, seenAt: number, isStopped = false): NodeRow => ({
  nodeId,
  name: `${nodeId}:3000`,
  build: '',
  dataFolderId: nodeId,
  keyCheck: '',
  isLeader: false,
  isStopped,
  startedAt: 0,
  seenAt,
  clients: 0,
  lagMs: 0,
});

it('takes a server for dead after ten silent seconds', () => {
  const roster = createNodeRoster(OWN);
  for (let at = 0; at < NODE_DEAD_MS; at += 1_000) {
    roster.observe([createRow(OWN, at), createRow('b', 0)], at, at);
    expect(roster.locateNode('b')).toBe('elsewhere');
  }
  roster.observe([createRow(OWN, 0), createRow('b', 0)], NODE_DEAD_MS, NODE_DEAD_MS);
  expect(roster.locateNode('b')).toBe('gone');
  expect(roster.listLiving().map(({ nodeId }) => nodeId)).toEqual([OWN]);
});

it('counts no silence while nobody could write', () => {
  const roster = createNodeRoster(OWN);
  roster.observe([createRow(OWN, 0), createRow('b', 0)], 0, 0);
  // The database was away for a minute; the other server has not reconnected yet.
  roster.observe([createRow(OWN, 60_000), createRow('b', 0)], 60_000, 60_000);
  expect(roster.locateNode('b')).toBe('elsewhere');
});

it('knows at once that a server was dead before this one started', () => {
  const roster = createNodeRoster(OWN);
  roster.observe([createRow('b', 0), createRow('c', 59_000)], 60_000, 0);
  expect([roster.locateNode('b'), roster.locateNode('c')]).toEqual(['gone', 'elsewhere']);
});

it('expects the clients of a server that stops, until it is silent', () => {
  const roster = createNodeRoster(OWN);
  roster.observe([createRow('b', 0, true)], 1_000, 0);
  expect(roster.locateNode('b')).toBe('expected');
  expect(roster.listLiving()).toEqual([]);
  for (let at = 1_000; at <= NODE_DEAD_MS; at += 1_000)
    roster.observe([createRow('b', 0, true)], at, at);
  expect(roster.locateNode('b')).toBe('gone');
});

it('is never dead for itself, and knows nothing of an unknown id', () => {
  const roster = createNodeRoster(OWN);
  roster.observe([createRow(OWN, 0)], 3_600_000, 0);
  expect([roster.locateNode(OWN), roster.locateNode('z')]).toEqual(['here', 'gone']);
});
