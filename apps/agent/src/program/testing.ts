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
  /** A member confirms the code that waits. */
  confirm: () => void;
  /** Codes it has given. */
  given: () => number;
};

/** Stands in for the site: gives codes, and confirms one once it is told to. */
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
      // By its clock, which is a day behind this machine's.
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

/** Programs of the system, stood in for: each writes down how it was called and answers as its script says. */
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

/** The same for one test. */
export const fakeTools = (scripts: Readonly<Record<string, string>>) => {
  const tools = makeTools(scripts);
  onTestFinished(() => rmSync(tools.folder, { recursive: true, force: true }));
  return tools;
};
