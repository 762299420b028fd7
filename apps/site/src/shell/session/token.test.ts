import { describe, expect, it } from 'vitest';
import { cookieToken, tokenCookie } from './token.ts';

describe('the cookie auto-token', () => {
  it('lasts 1209600 s, for the whole site, SameSite=Lax', () => {
    expect(tokenCookie('abc', false)).toBe('auto-token=abc; Path=/; Max-Age=1209600; SameSite=Lax');
  });

  it('is Secure on https', () => {
    expect(tokenCookie('abc', true)).toMatch(/; Secure$/);
  });

  it('ends at once without a token', () => {
    expect(tokenCookie('', false)).toContain('Max-Age=0');
  });

  it('cannot smuggle in an attribute', () => {
    expect(tokenCookie('a; Domain=evil.example', false)).not.toContain('; Domain');
  });

  it('is found among others, whole names only', () => {
    expect(cookieToken('a=1; auto-token=abc; b=2')).toBe('abc');
    expect(cookieToken('not-auto-token=abc')).toBe('');
    expect(cookieToken('auto-token-at=1')).toBe('');
    expect(cookieToken('auto-token=%E0%A4%A')).toBe('');
    expect(cookieToken('')).toBe('');
  });
});
