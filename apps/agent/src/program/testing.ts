import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';

export type TestSite = {
  url: string;
  /** Confirms the pending code as a member does. */
  confirm: () => void;
  /** Number of codes issued. */
  given: () => number;
};

/** Fake site that issues pairing codes and confirms one after `confirm`. */
export const startSite = async (): Promise<TestSite> => {
  let confirmed = false;
  let given = 0;
  const site = createServer((request, reply) => {
    request.resume();
    const isPoll = request.url?.includes('Poll') ?? false;
    if (!isPoll) given += 1;
    const started = {
      code: 'G4TSBGTD',
      secret: 'a-secret',
      url: `http://127.0.0.1:9/label/user/auth?code=G4TS-BGTD`,
      // The site's clock is a day behind this machine.
      expiresAt: new Date(Date.now() - 86_400_000 + 600_000).toISOString(),
    };
    const polled = confirmed
      ? { state: 'confirmed', clientId: '7', key: 'a-key-0123456789012345' }
      : { state: 'waiting', clientId: null, key: null };
    reply.setHeader('content-type', 'application/json');
    reply.end(JSON.stringify({ state: 'ok', code: 200, msg: '', data: isPoll ? polled : started }));
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  return {
    // A listening TCP server has an AddressInfo.
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    confirm: () => {
      confirmed = true;
    },
    given: () => given,
  };
};

/** Fake system programs. Each records its call and runs its script. */
export const makeTools = (scripts: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-tools-'));
  const calls = join(folder, 'calls');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> '${calls}'\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    folder,
    env: {
      PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
      XDG_CONFIG_HOME: join(folder, 'config'),
    },
    calls: (): string[] =>
      existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [],
  };
};

/** Like `makeTools`, removed at the end of the test. */
export const createFakeTools = (scripts: Readonly<Record<string, string>>) => {
  const tools = makeTools(scripts);
  onTestFinished(() => rmSync(tools.folder, { recursive: true, force: true }));
  return tools;
};
