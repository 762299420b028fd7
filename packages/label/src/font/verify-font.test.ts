import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFontBytes, testFonts } from '../testing/fixtures.ts';
import { loadFonts } from './pieces.ts';
import {
  FONT_FILES,
  findOldestFontEdition,
  getFontsDigest,
  isKnownFontsDigest,
  requireKnownFont,
} from './verify-font.ts';
import { sampleCases } from '../../../../scripts/vitest/rounds.ts';

const computeSha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

it('knows every font file by its SHA-256, and each is as it was', () => {
  const here = readdirSync(new URL('../../fonts', import.meta.url), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ttf'));
  expect(FONT_FILES.toSorted()).toEqual(here.toSorted());
  for (const file of FONT_FILES)
    expect(requireKnownFont(file, readFontBytes(file), computeSha256)).toBeDefined();
});

it('refuses a font that differs in one bit, and one it does not know', () => {
  const bytes = Uint8Array.from(readFontBytes('400/29.ttf'));
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  expect(() => requireKnownFont('400/29.ttf', bytes, computeSha256)).toThrow(
    '字体文件 400/29.ttf 不是原来的',
  );
  expect(() => requireKnownFont('400/99.ttf', bytes, computeSha256)).toThrow(
    '字体文件 400/99.ttf 不是原来的',
  );
});

describe('an edition of the fonts', () => {
  const digest = (lastPiece: number): string => {
    const files = FONT_FILES.filter((file) => Number(file.slice(4, 6)) <= lastPiece);
    const lines = files.map((file) => `${file} ${computeSha256(readFontBytes(file))}\n`).join('');
    return computeSha256(new TextEncoder().encode(lines));
  };

  it('is known by one digest of its files, and the first never changes', () => {
    expect(getFontsDigest(1)).toBe(digest(30));
    expect(getFontsDigest(1)).toMatch(/^8b3325818fd65d68/);
    expect(getFontsDigest(2)).toBe(digest(43));
    expect(getFontsDigest()).toBe(getFontsDigest(2));
    expect(() => getFontsDigest(3)).toThrow('no edition 3');
    expect([1, 2].map((item) => isKnownFontsDigest(getFontsDigest(item)))).toEqual([true, true]);
    expect(isKnownFontsDigest('f'.repeat(64))).toBe(false);
  });

  it.each([
    ['', 1],
    ['螺丝 M6×20 10℃ é 𠮷 Āā', 1],
    ['Łódź', 2],
    ['Győr in two parts: Gyo\u030br', 2],
    ['서울', 2],
    ['서울 in its parts'.normalize('NFD'), 2],
    ['₹ 100', 2],
    ['✔ ✕ ⚡', 2],
    // No font contains these: every edition draws them the same.
    ['ไทย 😀 עברית', 1],
  ])('is the oldest that draws %j', (text, edition) => {
    expect(findOldestFontEdition(text)).toBe(edition);
  });

  it('of a character is that of the piece it is drawn from', () => {
    const newest = testFonts()[400];
    const first = loadFonts({
      read: (file) => (Number(file.slice(4, 6)) <= 30 ? readFontBytes(file) : undefined),
    })[400];
    const noOutline = first.getOutline(first.getGlyph(0x20));
    const wrong: string[] = [];
    const codePoints = Array.from({ length: 0x3_0000 - 0x21 }, (_, index) => index + 0x21);
    for (const codePoint of sampleCases(codePoints)) {
      const text = String.fromCodePoint(codePoint);
      const drawn = text.normalize('NFC').codePointAt(0) ?? 0;
      const glyph = newest.getGlyph(drawn);
      if (glyph === 0 || /[\p{M}\u1100-\u11ff]/u.test(text)) continue;
      // A character has no outline when its font piece is missing.
      const isOfFirst = first.getOutline(first.getGlyph(drawn)) !== noOutline;
      if (
        newest.getOutline(glyph).points.length > 0 &&
        isOfFirst !== (findOldestFontEdition(text) === 1)
      )
        wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });

  it('is found in time that grows with the text', () => {
    const marks = `a${'\u0301\u0316'.repeat(2_000_000)}`;
    expect(findOldestFontEdition(marks)).toBe(2);
  });
});
