import { expect, it } from 'vitest';
import { maskAddress, getRateLimitNetwork } from './network.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0001:ffff::1', '2001:db8:0:1::/64'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s is counted as %s', (address, network) => {
  expect(getRateLimitNetwork(address)).toBe(network);
});

it.each([
  ['203.0.113.9', '203.0.113.*'],
  ['2001:db8:1:2::7', '2001:db8:1:*'],
  ['::1', '::*'],
  ['unix', ''],
  ['', ''],
])('%s is shown as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown);
});
