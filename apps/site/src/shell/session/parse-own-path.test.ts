import { describe, expect, it } from 'vitest';
import { parseSameSitePath } from './parse-own-path.ts';

describe('where a visitor is sent after signing in', () => {
  it.each(['/', '/label/user', '/label/user/print?x=1&y=2#z', '/标签/user', '/a/../label'])(
    'may be the own path %s',
    (path) => {
      expect(parseSameSitePath(path)).toMatch(/^\/(?!\/)/);
    },
  );

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '.evil.example',
    '',
    `/${'a'.repeat(2000)}`,
    null,
    undefined,
    ['/a'],
  ])('is never %j', (to) => {
    expect(parseSameSitePath(to)).toBeNull();
  });
});
