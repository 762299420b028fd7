import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findProgram } from '../../../../../scripts/lib/programs.mjs';

const EXAMPLES = join(import.meta.dirname, 'examples');
const OVER_LIMIT = { state: 'fail', code: 429, msg: '请求太快了', data: { retryAfter: 6 } };
const createOkReply = (data: object) => ({ state: 'ok', code: 200, msg: '', data });
const TEMPLATES = createOkReply({ list: [{ templateId: '7', fields: [] }] });
const PRINTERS = createOkReply({ list: [{ printConfigId: '5', enabled: true, language: 'zpl' }] });

/** A site that answers requests for a batch with these answers, one after the other. */
const answerInTurn = async (answers: readonly object[]): Promise<string> => {
  const left = [...answers];
  const answerFor = (method = '', url = ''): object => {
    if (url.endsWith('/printers')) return PRINTERS;
    if (url.includes('/templates')) return TEMPLATES;
    if (method === 'POST') return createOkReply({ total: 1 });
    return left.shift() ?? createOkReply({ state: 'asked too often' });
  };
  const server = createServer((request, response) => {
    const answer = answerFor(request.method, request.url);
    request.resume();
    response.writeHead('code' in answer ? Number(answer.code) : 200).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Records how long a program waits, in seconds, and resumes it at once. */
const noteWaits = async (): Promise<{ path: string; preload: string; file: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-examples-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'waits');
  const preload = join(folder, 'timers.mjs');
  await writeFile(file, '');
  await writeFile(join(folder, 'sleep'), `#!/bin/sh\necho "$1" >> '${file}'\n`);
  await chmod(join(folder, 'sleep'), 0o755);
  await writeFile(
    preload,
    `import { appendFileSync } from 'node:fs';
const start = globalThis.setTimeout;
globalThis.setTimeout = (go, ms, ...rest) => {
  // Those of fetch carry an argument or tick faster.
  if (rest.length > 0 || ms < 1_000) return start(go, ms, ...rest);
  appendFileSync(${JSON.stringify(file)}, ms / 1000 + '\\n');
  setImmediate(go);
};`,
  );
  return { path: folder + delimiter + process.env['PATH'], preload, file };
};

it.for(['raw.sh', 'print.sh', 'raw.mjs', 'print.mjs'])(
  '%s asks within the limit of a free account, and goes on after 429',
  async (name, ctx) => {
    const isShell = name.endsWith('.sh');
    if (isShell && !findProgram('curl')) ctx.skip('curl：没有找到');
    const counts = { sent: 1 };
    const url = await answerInTurn([
      createOkReply({ state: 'queued', counts }),
      OVER_LIMIT,
      createOkReply({ state: 'sending', counts }),
      createOkReply({ state: 'done', counts }),
    ]);
    const { path, preload, file } = await noteWaits();
    const program = isShell ? 'sh' : process.execPath;
    const args = isShell ? [name, '5', '7', '{}'] : ['--import', preload, name];
    // The second argument of raw.sh is a file: without it, a sample is printed.
    const child = spawn(program, name === 'raw.sh' ? args.slice(0, 2) : args, {
      cwd: EXAMPLES,
      env: { PATH: path, YUNBIAO_URL: url, YUNBIAO_KEY: 'yb_test_x' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    await once(child, 'close');
    expect([child.exitCode, output]).toEqual([0, expect.stringMatching(/done/)]);
    expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual(['10', '10', '10']);
  },
);
