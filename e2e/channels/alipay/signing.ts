import { sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Sorted `name=value` pairs, without `sign`, the excluded names and empty values. */
export const getContent = (fields: Record<string, string>, without: string[] = []): string =>
  Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && value !== '' && !without.includes(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

export const signText = (
  text: string | Buffer,
  key: KeyObject,
  hash: 'sha256' | 'sha1' = 'sha256',
): string => sign(hash, Buffer.from(text), key).toString('base64');

export const isSigned = (text: string, key: KeyObject, by: string): boolean =>
  verify('sha256', Buffer.from(text), key, Buffer.from(by, 'base64'));

/** Yuan with two decimals. */
export const formatYuan = (fen: number): string => (fen / 100).toFixed(2);

/** Converts `12.30` to fen; null when it is not an amount. */
export const toFen = (text: unknown): number | null => {
  const written = typeof text === 'number' ? String(text) : text;
  if (typeof written !== 'string' || !/^\d{1,9}(\.\d{1,2})?$/.test(written)) return null;
  const [whole = '0', part = ''] = written.split('.');
  const fen = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return fen > 0 ? fen : null;
};
