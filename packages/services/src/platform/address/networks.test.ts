import { describe, expect, it } from 'vitest';
import { isAddressInNetworks, formatNetwork, parseNetwork } from './networks.ts';

const normalizeNetwork = (text: string): string | null => {
  const network = parseNetwork(text);
  return network && formatNetwork(network);
};

describe('a network', () => {
  it.each([
    ['203.0.113.40', '203.0.113.40'],
    [' 203.0.113.40/32 ', '203.0.113.40'],
    ['10.20.3.4/16', '10.20.0.0/16'],
    ['10.255.3.4/9', '10.128.0.0/9'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:20:0:0::/48', '2001:db8:20::/48'],
    ['2001:db8:20:ffff::1/50', '2001:db8:20:c000::/50'],
    ['2001:db8::7', '2001:db8::7'],
    ['::/0', '::/0'],
    ['::1', '::1'],
    ['::ffff:203.0.113.40', '203.0.113.40'],
    ['::ffff:10.20.3.4/112', '10.20.0.0/16'],
  ])('%s is kept as %s', (text, kept) => {
    expect(normalizeNetwork(text)).toBe(kept);
    expect(normalizeNetwork(kept)).toBe(kept);
  });

  it.each([
    '',
    '10.20',
    '10.20.3.4/33',
    '10.20.3.4/-1',
    '10.20.3.4/',
    '10.20.3.4/8/8',
    '10.20.3.4/8.0',
    '010.1.1.1',
    '256.1.1.1',
    'fe80::1%eth0',
    '2001:db8::/129',
    '2001:db8::/1e1',
    '::ffff:10.20.3.4/90',
    'erp.example',
    '1'.repeat(49),
  ])('is not %j', (text) => expect(parseNetwork(text)).toBeNull());
});

describe('an address', () => {
  it('lies in a network it is in, whichever way it is written', () => {
    const office = ['10.20.0.0/16', '2001:db8:20::/48', '203.0.113.40'];
    expect(isAddressInNetworks('10.20.255.1', office)).toBe(true);
    expect(isAddressInNetworks('::ffff:10.20.255.1', office)).toBe(true);
    expect(isAddressInNetworks('::FFFF:0a14:ff01', office)).toBe(true);
    expect(isAddressInNetworks('2001:db8:20:1::9', office)).toBe(true);
    expect(isAddressInNetworks('203.0.113.40', office)).toBe(true);
  });

  it('lies in none it is not in, nor does what is no address', () => {
    const office = ['10.20.0.0/16', '2001:db8:20::/48', '203.0.113.40'];
    expect(isAddressInNetworks('10.21.0.1', office)).toBe(false);
    expect(isAddressInNetworks('2001:db8:21::9', office)).toBe(false);
    expect(isAddressInNetworks('203.0.113.41', office)).toBe(false);
    expect(isAddressInNetworks('', office)).toBe(false);
    expect(isAddressInNetworks('10.20.0.1, 203.0.113.40', office)).toBe(false);
    expect(isAddressInNetworks('10.20.0.1', [])).toBe(false);
  });

  it('is of its family only', () => {
    expect(isAddressInNetworks('10.0.0.1', ['::/0'])).toBe(false);
    expect(isAddressInNetworks('2001:db8::1', ['0.0.0.0/0'])).toBe(false);
  });
});
