import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DownloadFile } from '../../../../kit/software/files.ts';
import { identifyFile } from './identify-file.ts';
import { createSha256, createSha256Padding } from './sha256.ts';

const listExpected = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

describe('SHA-256 in pieces', () => {
  it('is the same for every length around its blocks', () => {
    for (let length = 0; length < 260; length++) {
      const bytes = randomBytes(length);
      const hash = createSha256();
      hash.update(bytes);
      expect(hash.digest()).toBe(listExpected(bytes));
    }
  });

  it('is the same however the bytes are cut', () => {
    const bytes = randomBytes(100_000);
    for (const step of [1, 63, 64, 65, 1_000, 65_536]) {
      const hash = createSha256();
      for (let at = 0; at < bytes.length; at += step) hash.update(bytes.subarray(at, at + step));
      expect(hash.digest()).toBe(listExpected(bytes));
    }
  });

  it('ends with the length in bits, beyond 2³² too', () => {
    // Padding after 2 GB and 3 bytes: a 1 bit, zeros up to the last eight bytes of a block, the
    // length.
    const tail = createSha256Padding(2 ** 31 + 3);
    expect([tail.length, tail[0]]).toEqual([61, 0x80]);
    expect(Buffer.from(tail.subarray(-8)).readBigUInt64BE()).toBe(8n * (2n ** 31n + 3n));
    expect(createSha256Padding(55)).toHaveLength(9);
    expect(createSha256Padding(56)).toHaveLength(72);
  });
});

const createFile = (id: string, version: string, sha: string, size = 100): DownloadFile => ({
  id,
  version,
  platform: 'windows',
  arch: 'x64',
  title: '安装版',
  fileName: `${id}.exe`,
  size,
  sha256: sha.repeat(64),
  releasedAt: '2026-11-18T00:00:00Z',
  notes: '',
  requirement: '',
  count: 0,
  url: `/files/${id}`,
  target: '',
});
const publishedFiles = [createFile('new', '4.2.1', 'a'), createFile('old', '4.1.0', 'b')];
const createHashedFile = (sha: string, size = 100, name = 'x.exe') => ({
  name,
  size,
  sha256: sha.repeat(64),
});

describe('what a file is', () => {
  it.each([
    ['the newest', createHashedFile('a'), undefined, 'ok', '4.2.1 的 Windows 安装版，原装文件'],
    ['an older one', createHashedFile('b'), undefined, 'uncertain', '当前版本是 4.2.1。'],
    ['an older one, on its own page', createHashedFile('b'), publishedFiles[1], 'ok', '可以安装'],
    [
      'another than the page is about',
      createHashedFile('b'),
      publishedFiles[0],
      'uncertain',
      '不是这一页的文件',
    ],
    [
      'cut off, by its name',
      createHashedFile('c', 40, 'new.exe'),
      undefined,
      'failed',
      '没有下载完',
    ],
    [
      'cut off, on its page',
      createHashedFile('c', 40),
      publishedFiles[0],
      'failed',
      '只有 40\u00A0B，应有 100\u00A0B',
    ],
    ['changed', createHashedFile('c', 100, 'new.exe'), publishedFiles[0], 'failed', '不要安装'],
    ['something else', createHashedFile('c', 40), undefined, 'failed', '都不一致'],
  ] as const)('%s', (_name, item, expected, kind, words) => {
    const verdict = identifyFile(item, publishedFiles, expected);
    expect(verdict.kind).toBe(kind);
    expect(verdict.title + verdict.advice).toContain(words);
  });
});
