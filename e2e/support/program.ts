import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restamp } from '@yunbiao/contract/program-stamp';
import { buildProgram } from '../../apps/agent/build/build.ts';
import { deskFile, deskUrl } from '../../apps/agent/src/program/desk/address.ts';
import { makeTools } from '../../apps/agent/src/program/testing.ts';

/** Why the program people install cannot be built here; '' when it can. */
export const noProgram = (): string =>
  process.platform === 'linux' && process.arch === 'x64'
    ? ''
    : '打印客户端程序：这里不是 x64 的 Linux';

export type BuiltAgent = {
  path: string;
  /** The same program as another version; `broken`: cut short, so that it does not start. */
  as: (version: string) => string;
  remove: () => void;
};

/** The print client as one file, knowing its site; built when its code has changed since the last time. */
export const buildAgent = async (server: string): Promise<BuiltAgent> => {
  const folder = mkdtempSync(join(tmpdir(), 'yunbiao-program-'));
  const path = join(folder, 'yunbiao-agent-0.1.0-linux-x64');
  await buildProgram({
    target: 'linux-x64',
    stamp: { version: '0.1.0', server },
    out: path,
    say: () => undefined,
  });
  return {
    path,
    as: (version) => {
      const other = join(folder, `yunbiao-agent-${version}-linux-x64`);
      if (existsSync(other)) return other;
      writeFileSync(other, restamp(readFileSync(path), { version, server }), { mode: 0o755 });
      return other;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/**
 * A machine with a user of its own: home, tools of the system that only write down how they were called. `mdns`: who
 * answers for the printers of its network; nobody when left out.
 */
export const openMachine = (mdns = 'off') => {
  const tools = makeTools({
    systemctl: 'exit 0',
    loginctl: 'echo Linger=yes',
    'xdg-open': 'exit 0',
  });
  const userHome = mkdtempSync(join(tmpdir(), 'yunbiao-user-'));
  const home = join(userHome, '.yunbiao-agent');
  const downloads = join(userHome, 'download');
  const env = { ...tools.env, HOME: userHome, LANG: 'C.UTF-8', YUNBIAO_AGENT_MDNS: mdns };
  const run = (
    program: string,
    ...args: string[]
  ): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve) => {
      const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      // Not `close`: what it starts in the background must not hold it.
      child.on('exit', (code) => setTimeout(() => resolve({ code, output }), 20));
    });
  const installed = join(home, 'program/yunbiao-agent');
  return {
    home,
    userHome,
    tools,
    /** Where the program is put when it was first opened. */
    installed,
    run,
    /** Opens a downloaded program as a double-click does, without arguments. */
    open: (program: string) => {
      copyFileSync(program, downloads);
      return run(downloads);
    },
    /** Starts who watches over the client itself, to give a newer program less time. */
    supervise: (trialS: number) => {
      const child = spawn(installed, ['supervise', '--trial', String(trialS)], {
        env,
        stdio: 'ignore',
      });
      return new Promise<void>((resolve) => child.once('spawn', resolve));
    },
    /** Process of the client that prints; 0 while there is none. */
    pid: (): number => deskFile.read(home)?.pid ?? 0,
    page: (): string => {
      const at = deskFile.read(home);
      if (!at) throw new Error('the client has no page');
      return deskUrl(at);
    },
    log: (name: string): string => {
      const path = join(home, 'logs', name);
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    },
    leave: async () => {
      if (existsSync(installed)) await run(installed, 'stop');
      rmSync(userHome, { recursive: true, force: true });
      rmSync(tools.folder, { recursive: true, force: true });
    },
  };
};

/** Signs in as the demo member; resolves to the token. */
export const signInDemo = async (
  url: string,
  demo: { username: string; password: string } | null,
): Promise<string> => {
  const reply = await fetch(`${url}/np/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(demo),
  });
  return ((await reply.json()) as { data: { token: string } }).data.token;
};

export const computeSha256 = (path: string): string =>
  execFileSync('sha256sum', [path], { encoding: 'utf8' }).slice(0, 64);
