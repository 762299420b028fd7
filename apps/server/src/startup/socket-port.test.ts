import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSocketPort } from './socket-port.ts';

/** The handle of a listening server; Node does not document its descriptor. */
type WithHandle = { _handle: { fd: number } };

it.each(['127.0.0.1', '::'])('reads the port of a socket that listens on %s', async (host) => {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { fd } = (server as unknown as WithHandle)._handle;
  expect(readSocketPort(fd)).toBe((server.address() as AddressInfo).port);
});

it('is null for what is no socket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-port-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  expect(readSocketPort(openSync(join(folder, 'file'), 'r'))).toBeNull();
});
