/**
 * Version and site of a built print client. Stored at a fixed place in the file, so that a site can
 * write its address into a finished program without rebuilding it.
 */
export type Stamp = {
  /** Version as the download page shows it. */
  version: string;
  /**
   * Origin of the site, e.g. `https://example.com`; '' when the program is not bound to a site and
   * asks for it.
   */
  server: string;
};

/** Size of the stamp in bytes: mark, length of the text in two bytes, text, zeros. */
export const STAMP_BYTES = 512;

/**
 * Written as numbers, because the program contains this file too and the mark must occur only once
 * in it.
 */
const MARK = Uint8Array.from([
  0xf1, 0x59, 0x75, 0x6e, 0x62, 0x69, 0x61, 0x6f, 0x0d, 0x0a, 0x1a, 0x00, 0x9c, 0x3e, 0x71, 0xd4,
  0x58, 0xa6, 0x02, 0xbb, 0xe7, 0x43, 0x8f, 0x16,
]);
const HEAD = MARK.length + 2;
const VERSION = /^\d{1,4}(\.\d{1,6}){1,3}(-[\w.]{1,20})?$/;

const isHttpOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

/** Encodes a stamp. @throws when it is too long, or its version or origin is invalid */
export const encodeStamp = ({ version, server }: Stamp): Uint8Array => {
  if (!VERSION.test(version)) throw new Error(`no version: ${version}`);
  if (server !== '' && !isHttpOrigin(server)) throw new Error(`no origin: ${server}`);
  const text = new TextEncoder().encode(JSON.stringify({ version, server }));
  if (text.length > STAMP_BYTES - HEAD) throw new Error(`too long: ${server}`);
  const bytes = new Uint8Array(STAMP_BYTES);
  bytes.set(MARK);
  bytes.set([text.length >> 8, text.length & 0xff], MARK.length);
  bytes.set(text, HEAD);
  return bytes;
};

const isStamp = (value: unknown): value is Stamp =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  typeof value.version === 'string' &&
  'server' in value &&
  typeof value.server === 'string';

/** Decodes a stamp; null when the bytes are none. */
export const decodeStamp = (bytes: Uint8Array): Stamp | null => {
  if (bytes.length < STAMP_BYTES || MARK.some((byte, at) => bytes[at] !== byte)) return null;
  const length = ((bytes[MARK.length] ?? 0) << 8) | (bytes[MARK.length + 1] ?? 0);
  if (length > STAMP_BYTES - HEAD) return null;
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf8', { fatal: true }).decode(bytes.subarray(HEAD, HEAD + length)),
    );
    return isStamp(value) ? { version: value.version, server: value.server } : null;
  } catch {
    return null;
  }
};

/** Offset of the stamp; null when there is none, or more than one. */
export const findSoleStampOffset = (program: Buffer): number | null => {
  const first = program.indexOf(MARK);
  if (first === -1 || program.indexOf(MARK, first + 1) !== -1) return null;
  return decodeStamp(program.subarray(first, first + STAMP_BYTES)) ? first : null;
};

/**
 * Replaces the stamp in place, because a program has about 100 MB. @throws when the program has no
 * stamp
 */
export const replaceStamp = (program: Buffer, stamp: Stamp): Buffer => {
  const at = findSoleStampOffset(program);
  if (at === null) throw new Error('不是打印客户端的程序');
  program.set(encodeStamp(stamp), at);
  return program;
};
