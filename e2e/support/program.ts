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
import { replaceStamp } from '@yunbiao/contract/gateway/program-stamp';
import { buildProgram } from '../../apps/agent/build/build.ts';
import { panelFile, buildPanelUrl } from '../../apps/agent/src/program/panel/address.ts';
import { makeTools } from '../../apps/agent/src/program/testing.ts';

/** Why the installable program cannot be built here; '' when it can. */
export const explainMissingProgram = (): string =>
  process.platform === 'linux' && process.arch === 'x64'
    ? ''
    : '打印客户端程序：这里不是 x64 的 Linux';

export type BuiltAgent = {
  path: string;
  /** The same program as another version. `broken`: truncated so that it does not start. */
  as: (version: string) => string;
  remove: () => void;
};

/** The print client as one file, configured for its site; built again when its code has changed. */
export const buildAgent = async (server: string): Promise<BuiltAgent> => {
  const folder = mkdtempSync(join(tmpdir(), 'yunbiao-program-'));
  const path = join(folder, 'yunbiao-agent-0.1.0-linux-x64');
  await buildProgram({
    target: 'linux-x64',
    stamp: { version: '0.1.0', server },
    out: path,
    log: () => undefined,
  });
  return {
    path,
    as: (version) => {
      const other = join(folder, `yunbiao-agent-${version}-linux-x64`);
      if (existsSync(other)) return other;
      writeFileSync(other, replaceStamp(readFileSync(path), { version, server }), { mode: 0o755 });
      return other;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

const runProgram = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    // Not `close`: a background child of the program would delay that event.
    child.on('exit', (code) => setTimeout(() => resolve({ code, output }), 20));
  });

/**
 * A machine with its own user: a home, and system tools that only record their calls. `mdns`:
 * answers discovery on its network; default: no answer.
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
  const runTool = (program: string, ...args: string[]) => runProgram(program, args, env);
  const installed = join(home, 'program/yunbiao-agent');
  return {
    home,
    userHome,
    tools,
    /** Path where the program installs itself on first start. */
    installed,
    run: runTool,
    /** Starts a downloaded program as a double-click does, without arguments. */
    open: (program: string) => {
      copyFileSync(program, downloads);
      return runTool(downloads);
    },
    /** Starts the supervisor itself, with a shorter trial period for a newer program. */
    supervise: (trialS: number) => {
      const child = spawn(installed, ['supervise', '--trial', String(trialS)], {
        env,
        stdio: 'ignore',
      });
      return new Promise<void>((resolve) => child.once('spawn', resolve));
    },
    /** Process id of the printing client; 0 when there is none. */
    pid: (): number => panelFile.read(home)?.pid ?? 0,
    page: (): string => {
      const at = panelFile.read(home);
      if (!at) throw new Error('the client has no page');
      return buildPanelUrl(at);
    },
    log: (name: string): string => {
      const path = join(home, 'logs', name);
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    },
    leave: async () => {
      if (existsSync(installed)) await runTool(installed, 'stop');
      rmSync(userHome, { recursive: true, force: true });
      rmSync(tools.folder, { recursive: true, force: true });
    },
  };
};

/** Signs in as the demo member and resolves to the token. */
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
