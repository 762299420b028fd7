import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProgram } from '../../support/process.ts';
import { dialPrinter, buildLabel } from './testing.ts';

const start = async (...args: string[]) => {
  const started = startProgram('e2e/printers/zpl/main.ts', ['--port', '0', ...args], {});
  onTestFinished(async () => {
    await started.stop('SIGKILL');
  });
  const ready = await started.until(/"ready":\{"port":(\d+)/);
  const sendLine = (line: unknown) => started.child.stdin?.write(`${JSON.stringify(line)}\n`);
  return { ...started, port: Number(ready[1]), ask: sendLine };
};

test('runs as its own process: ordered by lines, and its truth in lines', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zpl-printer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const identify = join(folder, 'identify.mjs');
  await writeFile(identify, 'export const identify = (label) => `key ${label.fields[0].data}`;');
  const printer = await start('--options', '{"instant":true}', '--identify', identify);
  printer.ask({ id: 1, do: 'mediaOut', with: { mm: 4 } });
  await printer.until(/\{"id":1,"done":null\}/);
  const host = await dialPrinter(printer.port);
  host.send(buildLabel('a'));
  await printer.until(/"truth":\{"kind":"paper".*"key":"key a".*"whole":false,"mm":4/);
  printer.ask({ id: 2, do: 'clear' });
  await printer.until(/"whole":true,"mm":30.*"source":"reprint"/);
  printer.ask({ id: 3, do: 'state' });
  await printer.until(/\{"id":3,"done":\{"paperOut":false/);
});

test('answers a line it does not understand, and goes on', async () => {
  const printer = await start('--seed', '5');
  printer.child.stdin?.write('nonsense\n');
  await printer.until(/\{"id":null,"error":"SyntaxError/);
  printer.ask({ id: 'x', do: 'constructor' });
  await printer.until(/\{"id":"x","error":"Error: no such thing/);
  printer.ask({ id: 'y', do: 'powerCut', with: { downMs: 5 } });
  await printer.until(/\{"id":"y","done":null\}/);
  expect((await dialPrinter(printer.port)).ended()).toBe(false);
});

test('ends with its input', async () => {
  const printer = await start();
  await dialPrinter(printer.port);
  const left = once(printer.child, 'exit');
  printer.child.stdin?.end();
  expect(await left).toEqual([0, null]);
});
