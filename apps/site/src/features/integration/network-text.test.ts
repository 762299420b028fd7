import { expect, it } from 'vitest';
import { isIpNetworkLike } from './network-text.ts';

it('tells what is written like an address or a network from what is not', () => {
  for (const text of ['203.0.113.40', '10.20.0.0/16', '2001:db8:20::/48', '::1', '0.0.0.0/0'])
    expect([text, isIpNetworkLike(text)]).toEqual([text, true]);
  for (const text of [
    '',
    'abc',
    '1.2.3',
    '1.2.3.4/99',
    '1.2.3.4/',
    '2001:db8::/129',
    '1.2.3.4/8/8',
  ])
    expect([text, isIpNetworkLike(text)]).toEqual([text, false]);
});
