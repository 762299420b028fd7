import { describe, expect, it } from 'vitest';
import { isTaxNumber } from './tax-number.ts';

describe('a taxpayer’s number', () => {
  it('is a credit code whose last sign is right, an older number, or a person’s none', () => {
    for (const text of ['91350100M000100Y43', '', '440300123456789', '44030012345678901234'])
      expect([text, isTaxNumber(text)]).toEqual([text, true]);
  });
  it('is not anything else', () => {
    const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY';
    for (const last of signs)
      if (last !== '3') expect(isTaxNumber(`91350100M000100Y4${last}`)).toBe(false);
    for (const text of ['123', '91350100I000100Y43', '9135-100M000100Y43', '税'.repeat(15)])
      expect([text, isTaxNumber(text)]).toEqual([text, false]);
  });
});
