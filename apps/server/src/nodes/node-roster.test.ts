import type { NodeRow } from '@yunbiao/db';
import { NODE_DEAD_MS } from '@yunbiao/services';
import { expect, it } from 'vitest';
import { createNodeRoster, RECONNECT_GRACE_MS } from './node-roster.ts';

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
  const observe = (at: number) =>
    roster.observe([createRow('b', 0, true), createRow('c', at)], at, at);
  observe(1_000);
  expect(roster.locateNode('b')).toBe('expected');
  expect(roster.listLiving().map(({ nodeId }) => nodeId)).toEqual(['c']);
  for (let at = 2_000; at <= NODE_DEAD_MS; at += 1_000) observe(at);
  expect(roster.locateNode('b')).toBe('gone');
});

it('is never dead for itself', () => {
  const roster = createNodeRoster(OWN);
  roster.observe([createRow(OWN, 0)], 3_600_000, 0);
  expect(roster.locateNode(OWN)).toBe('here');
});

it('takes an id without a row for a server that has just started, for three observations', () => {
  const roster = createNodeRoster(OWN);
  const observe = (at: number) => roster.observe([createRow(OWN, at), createRow('b', at)], at, at);
  observe(0);
  for (let at = 1_000; at <= 3_000; at += 1_000) {
    expect(roster.locateNode('z')).toBe('elsewhere');
    observe(at);
  }
  expect(roster.locateNode('z')).toBe('gone');
});

it('expects the clients of earlier servers when it starts alone', () => {
  const roster = createNodeRoster(OWN);
  const observe = (at: number) =>
    roster.observe([createRow(OWN, 3_600_000 + at), createRow('b', 0)], 3_600_000 + at, at);
  for (let at = 0; at < RECONNECT_GRACE_MS; at += 1_000) {
    observe(at);
    expect(roster.locateNode('b')).toBe('expected');
  }
  observe(RECONNECT_GRACE_MS);
  expect(roster.locateNode('b')).toBe('gone');
});

it('reports the moment at which a server died, once', () => {
  const roster = createNodeRoster(OWN);
  const died: number[] = [];
  for (let at = 0; at <= 2 * NODE_DEAD_MS; at += 1_000)
    if (roster.observe([createRow(OWN, at), createRow('b', 0)], at, at)) died.push(at);
  expect(died).toEqual([NODE_DEAD_MS]);
});

it('does not take a heartbeat from the future for a living server for ever', () => {
  const roster = createNodeRoster(OWN);
  for (let at = 0; at <= NODE_DEAD_MS; at += 1_000)
    roster.observe([createRow('b', 3_600_000)], at, at);
  expect(roster.listLiving()).toEqual([]);
});
