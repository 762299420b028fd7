import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ensurePrivateFile } from './koffi.ts';

it('writes a native part once, under its hash, for this user alone', () => {
  const home = mkdtempSync(join(tmpdir(), 'yb-native-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'native');
  const bytes = Buffer.from('a native part');
  const path = ensurePrivateFile(folder, 'koffi.node', bytes);
  expect(readFileSync(path)).toEqual(bytes);
  expect(statSync(path).mode & 0o077).toBe(0);
  const { ino } = statSync(path);
  expect(ensurePrivateFile(folder, 'koffi.node', bytes)).toBe(path);
  expect(statSync(path).ino).toBe(ino);
  // A file with other content under this name is not loaded.
  writeFileSync(path, 'another part!');
  expect(readFileSync(ensurePrivateFile(folder, 'koffi.node', bytes))).toEqual(bytes);
  expect(ensurePrivateFile(folder, 'koffi.node', Buffer.from('newer'))).not.toBe(path);
  expect(readdirSync(folder)).toHaveLength(2);
});
