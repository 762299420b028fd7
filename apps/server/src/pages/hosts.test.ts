import { describe, expect, it } from 'vitest';
import { createSiteHostCheck } from './hosts.ts';

describe('the Host header', () => {
  const production = createSiteHostCheck({
    mode: 'production',
    publicUrl: 'https://yunbiao.example',
    apiBaseUrl: '',
  });
  const demo = createSiteHostCheck({
    mode: 'demo',
    publicUrl: 'http://127.0.0.1:3000',
    apiBaseUrl: '',
  });

  it.each(['yunbiao.example', 'yunbiao.example:443', 'YunBiao.Example'])(
    'knows %s in production',
    (host) => {
      expect(production(host)).toBe(true);
    },
  );

  it.each([
    'evil.example',
    'yunbiao.example.evil.example',
    'localhost',
    '127.0.0.1',
    '',
    undefined,
  ])('does not know %s in production', (host) => {
    expect(production(host)).toBe(false);
  });

  it.each(['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'label.localhost:3000'])(
    'knows %s in a demo',
    (host) => {
      expect(demo(host)).toBe(true);
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'notlocalhost',
    '127.0.0.1:80@evil.example',
    '127.0.0.1:80/evil',
    '[::1]x',
    'localhost:',
  ])('does not know %s in a demo', (host) => {
    expect(demo(host)).toBe(false);
  });
});

it('knows the host of the API when it has its own', () => {
  const known = createSiteHostCheck({
    mode: 'production',
    publicUrl: 'https://www.example.com',
    apiBaseUrl: 'https://api.example.com',
  });
  expect([known('api.example.com'), known('www.example.com'), known('x.example.com')]).toEqual([
    true,
    true,
    false,
  ]);
});
