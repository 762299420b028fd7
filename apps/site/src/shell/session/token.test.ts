import { describe, expect, it, vi } from 'vitest';
import { parseTokenCookie, restoreToken, saveToken, formatTokenCookie } from './token.ts';

describe('the cookie auto-token', () => {
  // @spec token-cookie
  it('lasts 1209600 s, for the whole site, SameSite=Lax', () => {
    expect(formatTokenCookie('abc', false)).toBe(
      'auto-token=abc; Path=/; Max-Age=1209600; SameSite=Lax',
    );
  });

  it('is Secure on https', () => {
    expect(formatTokenCookie('abc', true)).toMatch(/; Secure$/);
  });

  it('ends at once without a token', () => {
    expect(formatTokenCookie('', false)).toContain('Max-Age=0');
  });

  it('cannot smuggle in an attribute', () => {
    expect(formatTokenCookie('a; Domain=evil.example', false)).not.toContain('; Domain');
  });

  it('is found among others, whole names only', () => {
    expect(parseTokenCookie('a=1; auto-token=abc; b=2')).toBe('abc');
    expect(parseTokenCookie('not-auto-token=abc')).toBe('');
    expect(parseTokenCookie('auto-token-at=1')).toBe('');
    expect(parseTokenCookie('auto-token=%E0%A4%A')).toBe('');
    expect(parseTokenCookie('')).toBe('');
  });
});

describe('a browser that has no room to store anything', () => {
  const stubBrowser = (cookie: string, held: Record<string, string>) => {
    vi.stubGlobal('document', { cookie });
    vi.stubGlobal('location', { protocol: 'https:' });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => held[key] ?? null,
      removeItem: (key: string) => void delete held[key],
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
  };

  it('keeps its member signed in by the cookie', () => {
    stubBrowser('auto-token=abc', {});
    expect(restoreToken()).toBe('abc');
  });

  it('remembers nobody rather than who was here before', () => {
    const held = { 'auto-token': 'of another' };
    stubBrowser('', held);
    saveToken('abc', true);
    expect(held).toEqual({});
    expect(document.cookie).toContain('auto-token=abc');
  });
});
