import { password } from '@yunbiao/contract/calls/identity/account';
import { describe, expect, it } from 'vitest';
import { getCommonPasswords, isCommonPassword } from './common-passwords.ts';

describe('common passwords', () => {
  it('are more than the 3,000 ASVS asks for, each long enough to be chosen here', () => {
    const choosable = [...getCommonPasswords()].filter(
      (commonPassword) => password.safeParse(commonPassword).success,
    );
    expect(choosable.length).toBeGreaterThan(7_000);
  });

  it('hold the most used ones of the world that are long enough, in any case and width', () => {
    const first = [
      'password',
      '12345678',
      '123456789',
      'baseball',
      'qwertyuiop',
      'superman',
      '1qaz2wsx',
    ];
    const later = [
      '14091989',
      'kcchiefs',
      'zoomzoom',
      'flvbybcnhfnjh',
      'greedisgood',
      'qweasdzxc123',
    ];
    for (const one of [...first, ...later]) {
      expect([one, isCommonPassword(one)]).toEqual([one, true]);
      expect(isCommonPassword(one.toUpperCase())).toBe(true);
    }
    expect(isCommonPassword('ｐａｓｓｗｏｒｄ１２３')).toBe(true);
  });

  it.each([
    'woaini1314',
    'a123456789',
    '5201314a',
    'zhangwei123',
    'laopo5201314',
    'yunbiao2026',
    '1qaz2wsx3edc4rfv',
    '88886666',
    '19900521',
    '20081231',
    'aaaaaaaaaa',
    'mima123456',
  ])('hold %s, a habit of Chinese keyboards', (habit) => {
    expect(isCommonPassword(habit)).toBe(true);
  });

  it.each(['仓库的钥匙在第三格', 'correct horse 9', '19901321', 'zhangwei的第三把钥匙'])(
    'leave %s alone',
    (own) => {
      expect(isCommonPassword(own)).toBe(false);
    },
  );
});
