import { describe, expect, it } from 'vitest';
import { maskContact, parseContact } from './contact.ts';

describe('the addresses of a person', () => {
  it.each([
    ['13800138000', 'phone', '13800138000'],
    ['+86 138-0013-8000', 'phone', '13800138000'],
    ['0086 138 0013 8000', 'phone', '13800138000'],
    ['8613800138000', 'phone', '13800138000'],
    [' １３８００１３８０００ ', 'phone', '13800138000'],
    ['Zhou.Min+labels@Example.COM', 'email', 'zhou.min+labels@example.com'],
    ['zm＠example.com', 'email', 'zm@example.com'],
    ['a@b.cn', 'email', 'a@b.cn'],
    ['a@xn--fiqs8s.xn--fiqz9s', 'email', 'a@xn--fiqs8s.xn--fiqz9s'],
  ] as const)('%s is the %s %s', (typed, kind, value) => {
    expect(parseContact(typed)).toEqual({ kind, value });
  });

  it.each([
    '',
    '@',
    'a@',
    '@b.cn',
    'a@b',
    'a..b@c.cn',
    '.a@c.cn',
    'a@-b.cn',
    'a@b-.cn',
    'a@b..cn',
    'a@b.c1',
    'a b@c.cn',
    'a@b.cn\nBcc: x@y.cn',
    '<a@b.cn>',
    'a@b.cn, c@d.cn',
    '周敏@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}cn`,
    '12800138000',
    '1380013800',
    '138001380001',
    '+1 415 555 2671',
    '86138001380000',
    'zhoumin',
  ])('%j is none', (typed) => expect(parseContact(typed)).toBeNull());

  it('is shown in part only', () => {
    expect(maskContact('13800138000')).toBe('138****8000');
    expect(maskContact('zhou.min@example.com')).toBe('z***@example.com');
    expect(maskContact('a@b.cn')).toBe('a***@b.cn');
  });
});
