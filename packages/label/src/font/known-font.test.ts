import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fontBytes } from '../testing/fixtures.ts';
import { FONT_FILES, FONTS_DIGEST, knownFont } from './known-font.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('knows every font file by its SHA-256, and each is as it was', () => {
  const here = readdirSync(new URL('../../fonts', import.meta.url), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ttf'));
  expect(FONT_FILES.toSorted()).toEqual(here.toSorted());
  for (const file of FONT_FILES) expect(knownFont(file, fontBytes(file), sha256)).toBeDefined();
});

it('refuses a font that differs in one bit, and one it does not know', () => {
  const bytes = Uint8Array.from(fontBytes('400/29.ttf'));
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  expect(() => knownFont('400/29.ttf', bytes, sha256)).toThrow('字体文件 400/29.ttf 不是原来的');
  expect(() => knownFont('400/99.ttf', bytes, sha256)).toThrow('字体文件 400/99.ttf 不是原来的');
});

it('knows all of them together by one digest', () => {
  const lines = FONT_FILES.map((file) => `${file} ${sha256(fontBytes(file))}\n`).join('');
  expect(FONTS_DIGEST).toBe(sha256(new TextEncoder().encode(lines)));
});
