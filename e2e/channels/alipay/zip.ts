import { crc32 } from 'node:zlib';
import { encodeGbk } from './gbk.ts';

export type Entry = { name: string; content: Buffer };

/** 1 January 2026 as a DOS date. */
const DOS_DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;

/**
 * Fields shared by both headers (APPNOTE 4.3.7 and 4.3.12): version, flags, method 0, time, date,
 * CRC and sizes, lengths.
 */
const encodeSharedHeader = ({ content }: Entry, nameLength: number): Buffer => {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(DOS_DATE, 8);
  bytes.writeUInt32LE(crc32(content), 10);
  bytes.writeUInt32LE(content.length, 14);
  bytes.writeUInt32LE(content.length, 18);
  bytes.writeUInt16LE(nameLength, 22);
  return bytes;
};

/** A zip with uncompressed files; names in GBK without the UTF-8 flag, as Alipay's. */
export const zipEntries = (entries: Entry[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = encodeGbk(entry.name);
    const head = encodeSharedHeader(entry, name.length);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), head, name, entry.content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const made = Buffer.from([20, 0]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), made, head, rest, name]));
    files.push(file);
    at += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end]);
};
