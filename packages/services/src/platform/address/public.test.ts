import { expect, it } from 'vitest';
import { isPublicAddress } from './public.ts';

it.each(['8.8.8.8', '223.5.5.5', '2400:3200::1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

const NOT_PUBLIC = [
  '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255',
  '192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255',
  ':: ::1 fe80::1 fe80::1%eth0 fc00::1 fd12:3456::1 ff02::1 64:ff9b::1 2002:7f00:1:: 2001:0:1::',
  '::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1',
  'localhost 0x7f000001 2130706433 127.1 010.0.0.1',
].flatMap((line) => line.split(' '));

it.each(['', ...NOT_PUBLIC])('%j is not', (address) =>
  expect(isPublicAddress(address)).toBe(false),
);
