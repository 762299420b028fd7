import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findProgram } from '../scripts/lib/programs.mjs';
import { callAs } from './support/api.ts';
import { findFreePort, repository } from './support/process.ts';
import { startServer, type TestServer } from './support/server.ts';

const EXAMPLES = join(repository, 'apps/server/src/api/docs/examples');

type Run = (file: string, args?: readonly string[]) => readonly [string, ...string[]];

/** Java compiles the file and runs it once: two thirds of its work would be for later runs. */
const JAVA_ONCE = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** How to run the programs of the documentation, by file extension. */
const LANGUAGES: Readonly<Record<string, { needs: string; run: Run }>> = {
  sh: { needs: 'curl', run: (file, args = []) => ['sh', file, ...args] },
  mjs: { needs: 'node', run: (file) => [process.execPath, file] },
  py: { needs: 'python3', run: (file) => ['python3', file] },
  php: { needs: 'php', run: (file) => ['php', file] },
  java: { needs: 'java', run: (file, args = []) => ['java', ...JAVA_ONCE, file, ...args] },
};

const getLanguage = (file: string) => {
  const language = LANGUAGES[file.split('.').at(-1) ?? ''];
  if (!language) throw new Error(`nobody knows how to run ${file}`);
  return { ...language, missing: findProgram(language.needs) ? '' : `${language.needs}：没有找到` };
};

const start = ([program, ...args]: readonly [string, ...string[]], env: object) => {
  const { PATH = '', HOME = '', JAVA_HOME } = process.env;
  const child = spawn(program, args, {
    cwd: EXAMPLES,
    env: { PATH, HOME, LANG: 'C.UTF-8', ...(JAVA_HOME ? { JAVA_HOME } : {}), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  onTestFinished(() => void child.kill());
  return { child, output: () => output };
};

type Listed<T> = { list: T[] };

describe('the programs of the documentation', () => {
  let server: TestServer;
  let token: string;
  let key: string;
  let keyId: string;

  const call = <T>(path: string, body?: object): Promise<T> => callAs<T>(server, token, path, body);

  beforeAll(async () => {
    server = await startServer();
    ({ token } = await callAs<{ token: string }>(server, '', '/np/login', server.demo ?? {}));
    await call('/np/api/uc/virtualOpen', {});
    const input = { name: '文档', kind: 'test', scopes: ['print', 'read', 'raw'] };
    const made = await call<{ key: string; item: { id: string } }>('/np/api/uc/apiKeyAdd', input);
    key = made.key;
    keyId = made.item.id;
  });
  afterAll(() => server.stop());

  const createEnv = () => ({ YUNBIAO_URL: server.url, YUNBIAO_KEY: key });

  /** Code that a reader would copy from two more calls. */
  const chooseTarget = async (): Promise<string[]> => {
    const headers = { Authorization: `Bearer ${key}` };
    const fetchData = async <T>(path: string): Promise<T> =>
      (
        (await (await fetch(`${server.url}/np/api/print/${path}`, { headers })).json()) as {
          data: T;
        }
      ).data;
    const printers =
      await fetchData<Listed<{ printConfigId: string; virtual: boolean }>>('printers');
    const templates = await fetchData<
      Listed<{ templateId: string; fields: { name: string; sample: string }[] }>
    >('templates?software=yunbiao');
    const printer = printers.list.find(({ virtual }) => virtual);
    const [template] = templates.list;
    const row = Object.fromEntries((template?.fields ?? []).map((f) => [f.name, f.sample]));
    return [printer?.printConfigId ?? '', template?.templateId ?? '', JSON.stringify(row)];
  };

  const listPrograms = (kind: string): string[] =>
    readdirSync(EXAMPLES).filter((file) => file.toLowerCase().startsWith(kind));

  it.for(listPrograms('print'))('%s prints a label', async (file, ctx) => {
    const { missing } = getLanguage(file);
    if (missing) ctx.skip(missing);
    const { run } = getLanguage(file);
    const { child, output } = start(run(file, await chooseTarget()), createEnv());
    await once(child, 'close');
    expect([file, child.exitCode, output()]).toEqual([file, 0, expect.stringMatching(/done/)]);
  });

  it.for(listPrograms('raw'))('%s prints what it made itself', async (file, ctx) => {
    const { missing } = getLanguage(file);
    if (missing) ctx.skip(missing);
    const [printer = ''] = await chooseTarget();
    const { child, output } = start(getLanguage(file).run(file, [printer]), createEnv());
    await once(child, 'close');
    expect([file, child.exitCode, output()]).toEqual([file, 0, expect.stringMatching(/done/)]);
    expect(output()).toMatch(/"?sent"?: ?1/);
  });

  it.for(listPrograms('receive'))(
    '%s believes what is signed, and nothing else',
    async (file, ctx) => {
      const { missing } = getLanguage(file);
      if (missing) ctx.skip(missing);
      const { run } = getLanguage(file);
      const port = await findFreePort();
      const url = `http://127.0.0.1:${port}/`;
      const hook = { keyId, url, events: ['batch.finished'] };
      const { item } = await call<{ item: { id: string } }>('/np/api/uc/webhookSave', hook);
      const { secret } = await call<{ secret: string }>('/np/api/uc/webhookSecret', { keyId });
      const command = run(file);
      const asServer =
        command[0] === 'php' ? (['php', '-S', `127.0.0.1:${port}`, file] as const) : command;
      const { output } = start(asServer, { YUNBIAO_SECRET: secret, PORT: String(port) });
      const sendForgery = async (): Promise<number> => {
        const headers = {
          'webhook-id': 'forged',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': 'v1,AAAA',
        };
        const reply = await fetch(url, { method: 'POST', headers, body: '{}' }).catch(() => null);
        return reply?.status ?? 0;
      };
      await expect.poll(sendForgery, { timeout: 30_000 }).toBe(401);
      const { messageId } = await call<{ messageId: string }>('/np/api/uc/webhookTest', {
        id: item.id,
      });
      await expect.poll(output, { timeout: 30_000 }).toContain(messageId);
      expect(output()).not.toContain('forged');
      await call('/np/api/uc/webhookDelete', { id: item.id });
    },
  );
});
