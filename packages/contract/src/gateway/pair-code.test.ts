import { describe, expect, it } from 'vitest';
import { isPairCode, PAIR_ALPHABET, normalizePairCode, formatPairCode } from './pair-code.ts';

describe('pairing codes', () => {
  it('is read in any case, with dashes, spaces and full-width letters', () => {
    for (const typed of ['K7MP-3XQ9', 'k7mp3xq9', ' k7mp 3xq9 ', 'Ｋ７ＭＰ－３ＸＱ９', 'K7MP—3XQ9'])
      expect(normalizePairCode(typed)).toBe('K7MP3XQ9');
  });
  it('takes look-alikes for what they look like', () =>
    expect(normalizePairCode('O0Il-1Uvv')).toBe('00111VVV'));
  it('ends after eight characters', () =>
    expect(normalizePairCode('K7MP-3XQ9-EXTRA')).toBe('K7MP3XQ9'));
  it('knows a whole code from a part', () => {
    expect(isPairCode('K7MP3XQ9')).toBe(true);
    expect(isPairCode('K7MP3XQ')).toBe(false);
    expect(isPairCode('K7MP3XQO')).toBe(false);
  });
  it('shows two groups', () => {
    expect(formatPairCode('K7MP3XQ9')).toBe('K7MP-3XQ9');
    expect(formatPairCode('K7M')).toBe('K7M');
  });
  it('has no look-alikes in its alphabet', () => expect(PAIR_ALPHABET).not.toMatch(/[ILOU]/));
});
