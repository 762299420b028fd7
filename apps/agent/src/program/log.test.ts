import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLog } from './log.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

it('keeps the newest lines in files of bounded size and number', () => {
  const folder = newFolder();
  const path = join(folder, 'logs', 'agent.log');
  const limits = { bytes: 1000, keptFiles: 2 };
  for (let i = 0; i < 50; i += 1) openLog(path, limits)(`line ${i}`);
  const log = openLog(path, limits);
  for (let i = 50; i < 200; i += 1) log(`line ${i}`);
  const names = readdirSync(join(folder, 'logs')).toSorted();
  expect(names).toEqual(['agent.log', 'agent.log.1', 'agent.log.2']);
  for (const name of names)
    expect(statSync(join(folder, 'logs', name)).size).toBeLessThanOrEqual(1000);
  const lines = names.toReversed().flatMap((name) =>
    readFileSync(join(folder, 'logs', name), 'utf8')
      .trim()
      .split('\n'),
  );
  const numbers = lines.map((line) => Number(/ line (\d+)$/.exec(line)?.[1]));
  const first = 200 - lines.length;
  expect(numbers).toEqual(lines.map((_, at) => first + at));
  expect(lines.length).toBeGreaterThan(40);
});

it('cuts a line that is too long, and loses lines rather than printing when it cannot write', () => {
  const folder = newFolder();
  const path = join(folder, 'agent.log');
  openLog(path)('x'.repeat(1_000_000));
  expect(statSync(path).size).toBeLessThan(3000);
  const blocked = join(folder, 'blocked.log');
  mkdirSync(blocked);
  expect(() => openLog(blocked)('nowhere')).not.toThrow();
});
