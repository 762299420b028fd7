import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

export type ArchiveEntry = { path: string; content: Uint8Array };

/** Fixed time 2026-01-01 00:00, so that the same files give the same bytes. */
const DOS_DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;
const UNIX_TIME = Date.UTC(2026, 0, 1) / 1_000;

const UTF8_NAMES = 0x0800;
const DEFLATE = 8;

type Packed = { name: Buffer; data: Buffer; crc: number; size: number; offset: number };

/** Fields shared by the local header and the central directory header (APPNOTE 4.3.7, 4.3.12). */
const buildZipCommonFields = ({ name, data, crc, size }: Packed): Buffer => {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(UTF8_NAMES, 2);
  fields.writeUInt16LE(DEFLATE, 4);
  fields.writeUInt16LE(0, 6);
  fields.writeUInt16LE(DOS_DATE, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
};

const buildZipLocalHeader = (entry: Packed): Buffer =>
  Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    buildZipCommonFields(entry),
    entry.name,
    entry.data,
  ]);

const buildZipDirectoryHeader = (entry: Packed): Buffer => {
  const trailer = Buffer.alloc(14);
  // Unix mode: regular file, rw-r--r--.
  trailer.writeUInt32LE((0o100644 << 16) >>> 0, 6);
  trailer.writeUInt32LE(entry.offset, 10);
  const madeBy = Buffer.from([20, 3]);
  return Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    madeBy,
    buildZipCommonFields(entry),
    trailer,
    entry.name,
  ]);
};

export const createZipArchive = (entries: readonly ArchiveEntry[]): Buffer => {
  const files: Packed[] = [];
  const parts: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of entries) {
    const entry: Packed = {
      name: Buffer.from(path),
      data: deflateRawSync(content),
      crc: crc32(content),
      size: content.length,
      offset,
    };
    const part = buildZipLocalHeader(entry);
    files.push(entry);
    parts.push(part);
    offset += part.length;
  }
  const directory = Buffer.concat(files.map(buildZipDirectoryHeader));
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
};

const formatOctal = (value: number, length: number): string =>
  `${value.toString(8).padStart(length - 1, '0')}\0`;

/** Split position of a long path: the name after the slash has at most 100 bytes. */
const findTarPathSplit = (path: Buffer): number => {
  if (path.length <= 100) return -1;
  const cut = path.indexOf('/', path.length - 101);
  if (cut < 0 || cut > 155) throw new Error(`path too long for a tar archive: ${path.toString()}`);
  return cut;
};

/** A ustar header (POSIX.1-1988); paths over 100 bytes are split at a slash. */
const buildTarHeader = (name: string, size: number): Buffer => {
  const header = Buffer.alloc(512);
  const path = Buffer.from(name);
  const cut = findTarPathSplit(path);
  path.copy(header, 0, cut + 1);
  header.write(
    formatOctal(0o644, 8) +
      formatOctal(0, 8) +
      formatOctal(0, 8) +
      formatOctal(size, 12) +
      formatOctal(UNIX_TIME, 12),
    100,
  );
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  if (cut > 0) path.copy(header, 345, 0, cut);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
};

export const createTarGz = (entries: readonly ArchiveEntry[]): Buffer => {
  const parts = entries.flatMap(({ path, content }) => [
    buildTarHeader(path, content.length),
    Buffer.from(content),
    Buffer.alloc((512 - (content.length % 512)) % 512),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1_024)]), { level: 9 });
};
