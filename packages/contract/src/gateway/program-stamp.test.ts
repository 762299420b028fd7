import { expect, it } from 'vitest';
import { decodeStamp, encodeStamp, findSoleStampOffset, STAMP_BYTES } from './program-stamp.ts';

const STAMP = { version: '0.2.0', server: 'https://labels.example.com:8443' };
const surroundStamps = (...stamps: Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.alloc(1000, 7), ...stamps, Buffer.alloc(1000, 9)]);

it('gives back what was written, and finds it in a program', () => {
  const bytes = encodeStamp(STAMP);
  expect(bytes).toHaveLength(STAMP_BYTES);
  expect(decodeStamp(bytes)).toEqual(STAMP);
  expect(findSoleStampOffset(surroundStamps(bytes))).toBe(1000);
  expect(decodeStamp(encodeStamp({ version: '1.0', server: '' }))).toEqual({
    version: '1.0',
    server: '',
  });
});

it('refuses what is no address of a site, and what does not fit', () => {
  for (const server of [
    'javascript:alert(1)',
    'example.com',
    'https://a.example/path',
    'https://u:p@a.example',
    `https://${'a'.repeat(600)}.example`,
  ])
    expect(() => encodeStamp({ version: '1.0.0', server })).toThrow();
  expect(() => encodeStamp({ version: 'new', server: '' })).toThrow('no version');
});

it('finds none in a program without one, with two, or with one that was cut', () => {
  const bytes = encodeStamp(STAMP);
  expect(findSoleStampOffset(surroundStamps())).toBeNull();
  expect(findSoleStampOffset(surroundStamps(bytes, bytes))).toBeNull();
  expect(findSoleStampOffset(Buffer.concat([Buffer.alloc(10), bytes.subarray(0, 100)]))).toBeNull();
  const long = Uint8Array.from(bytes);
  long.set([0xff, 0xff], 24);
  expect(decodeStamp(long)).toBeNull();
  const text = Uint8Array.from(bytes);
  text.set([0x5b, 0x5d], 26);
  expect(decodeStamp(text)).toBeNull();
});
