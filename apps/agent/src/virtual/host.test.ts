import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostReport } from '@yunbiao/contract/gateway/virtual-host';
import type {
  HostCommand,
  HostReport,
  RollState,
  RollSwitch,
} from '@yunbiao/contract/gateway/virtual-host';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { getProgramPath } from '../../../../e2e/support/programs.ts';
import { readSettings, writeClientKey } from '../settings.ts';
import { openRollStore } from './roll-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yb-host-'));
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const PATIENCE = { timeout: 30_000, interval: 20 };

/** Starts the real process and collects its messages. */
const startHost = () => {
  const child: ChildProcess = fork(getProgramPath('apps/agent/src/virtual/host.ts'), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const said: HostReport[] = [];
  child.on('message', (message) => said.push(hostReport.parse(message)));
  onTestFinished(() => void child.kill('SIGKILL'));
  let requests = 0;
  const send = (command: HostCommand): void => void child.send(command);
  return {
    child,
    said,
    send,
    state: (clientId: number): RollState | undefined =>
      said.findLast(
        (item): item is Extract<HostReport, { type: 'state' }> =>
          item.type === 'state' && item.clientId === clientId,
      )?.state,
    set: (clientId: number, name: RollSwitch, on: boolean) =>
      send({ type: 'switch', clientId, name, on }),
    roll: async (clientId: number, after = 0) => {
      const request = (requests += 1);
      send({ type: 'roll', clientId, request, after });
      return vi.waitFor(() => {
        const answer = said.find((item) => item.type === 'roll' && item.request === request);
        if (answer?.type !== 'roll') throw new Error('no answer');
        return answer.part;
      }, PATIENCE);
    },
  };
};
type Host = ReturnType<typeof startHost>;

/** A home with a key for a site that does not exist: printing does not need the site. */
const openHome = async (host: Host, clientId: number): Promise<string> => {
  const home = join(folder, String(clientId));
  mkdirSync(home, { recursive: true });
  writeClientKey(home, 'k'.repeat(43));
  host.send({ type: 'open', clientId, home, server: 'http://127.0.0.1:9' });
  await vi.waitFor(() => expect(host.state(clientId)).toBeDefined(), PATIENCE);
  return home;
};

const getPort = (home: string): number => {
  const at = readSettings(home).printers[0]?.at;
  return at?.kind === 'tcp' ? at.port : 0;
};

/** Whether the port accepts connections. The printer reads only the print client's connection. */
const isPlugged = (home: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port: getPort(home), host: '127.0.0.1' });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

it('holds several homes, each with a printer of its own on a port of its own', async () => {
  const host = startHost();
  const [one, two] = [await openHome(host, 1), await openHome(host, 2)];
  expect(getPort(one)).not.toBe(getPort(two));
  expect(readSettings(one).printers[0]).toMatchObject({
    localId: 'virtual',
    exclusive: true,
    wholeCounter: true,
  });
  host.set(1, 'paperOut', true);
  host.set(2, 'slow', true);
  await vi.waitFor(() => {
    expect(host.state(1)?.switches).toMatchObject({ paperOut: true, slow: false });
    expect(host.state(2)?.switches).toMatchObject({ paperOut: false, slow: true });
  }, PATIENCE);
  expect(await host.roll(3)).toBeNull();
  host.send({ type: 'close', clientId: 1 });
  await vi.waitFor(
    () => expect(host.said).toContainEqual({ type: 'closed', clientId: 1, why: '' }),
    PATIENCE,
  );
  expect(await host.roll(1)).toBeNull();
  expect(await host.roll(2)).toMatchObject({ labels: [], more: false });
});

it('says why a home cannot be opened: another process has it', async () => {
  const host = startHost();
  const home = await openHome(host, 1);
  const other = startHost();
  other.send({ type: 'open', clientId: 1, home, server: 'http://127.0.0.1:9' });
  await vi.waitFor(
    () =>
      expect(other.said).toContainEqual({
        type: 'closed',
        clientId: 1,
        why: '打印客户端已经在运行',
      }),
    PATIENCE,
  );
});

it('is not reached while its cable is pulled, not even by a print client that starts then', async () => {
  const host = startHost();
  const home = await openHome(host, 1);
  const setPlugged = async (on: boolean) => {
    host.set(1, 'disconnected', !on);
    await vi.waitFor(() => expect(host.state(1)?.switches.disconnected).toBe(!on), PATIENCE);
    return isPlugged(home);
  };
  expect(await isPlugged(home)).toBe(true);
  expect([await setPlugged(false), await setPlugged(true), await setPlugged(false)]).toEqual([
    false,
    true,
    false,
  ]);
  host.child.kill('SIGKILL');
  await once(host.child, 'exit');
  const next = startHost();
  await openHome(next, 1);
  expect(await isPlugged(home)).toBe(false);
});

it('killed, it has its paper and its count when it is opened again, and stands as it was left', async () => {
  const bitmap = { width: 8, height: 8, stride: 1, data: new Uint8Array(8) };
  openRollStore(join(folder, '1', 'roll'), 203).add(bitmap, { counter: 41, whole: true });
  const host = startHost();
  const home = await openHome(host, 1);
  const port = getPort(home);
  for (const name of ['paperOut', 'coverOpen', 'slow'] as const) host.set(1, name, true);
  await vi.waitFor(() => expect(host.state(1)?.switches.slow).toBe(true), PATIENCE);
  host.child.kill('SIGKILL');
  await once(host.child, 'exit');
  const next = startHost();
  await openHome(next, 1);
  expect(next.state(1)).toEqual({
    switches: { paperOut: true, coverOpen: true, slow: true, disconnected: false },
    printing: false,
    newest: 1,
    counter: 41,
  });
  expect((await next.roll(1))?.labels).toHaveLength(1);
  // On another port it would be another printer, whose counter says nothing about a label in
  // progress.
  expect(getPort(home)).toBe(port);
});

it('leaves in order when its channel ends, whatever signals it hears before', async () => {
  const host = startHost();
  const home = await openHome(host, 1);
  host.child.kill('SIGTERM');
  host.child.kill('SIGINT');
  expect(await host.roll(1)).not.toBeNull();
  const left = once(host.child, 'exit');
  host.child.disconnect();
  expect((await left)[0]).toBe(0);
  // Only a running client has this file.
  expect(() => readFileSync(join(home, 'status.json'))).toThrow('ENOENT');
});
