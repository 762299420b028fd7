/**
 * What a built print client is told where it is offered: its version and the site it belongs to. It lies at one fixed
 * place in the file, so that a site writes its address into a program somebody built, without building it again.
 */
export type Stamp = {
  /** As the download page says it. */
  version: string;
  /** Origin of the site, e.g. `https://example.com`; '' for a program of no site: it asks. */
  server: string;
};

/** Bytes it takes: the mark, the length of the text in two, the text, zeros. */
export const STAMP_BYTES = 512;

/** In numbers, for a program carries this file, too: there must be one such place in it. */
const MARK = Uint8Array.from([
  0xf1, 0x59, 0x75, 0x6e, 0x62, 0x69, 0x61, 0x6f, 0x0d, 0x0a, 0x1a, 0x00, 0x9c, 0x3e, 0x71, 0xd4,
  0x58, 0xa6, 0x02, 0xbb, 0xe7, 0x43, 0x8f, 0x16,
]);
const HEAD = MARK.length + 2;
const VERSION = /^\d{1,4}(\.\d{1,6}){1,3}(-[\w.]{1,20})?$/;

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

/** @throws when it does not fit, or is no version or no origin */
export const encodeStamp = ({ version, server }: Stamp): Uint8Array => {
  if (!VERSION.test(version)) throw new Error(`no version: ${version}`);
  if (server !== '' && !isOrigin(server)) throw new Error(`no origin: ${server}`);
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

/** The stamp that lies there; null when none does. */
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

/** Where the stamp of a program lies; null when there is none, or more than one. */
export const findStamp = (program: Buffer): number | null => {
  const first = program.indexOf(MARK);
  if (first === -1 || program.indexOf(MARK, first + 1) !== -1) return null;
  return decodeStamp(program.subarray(first, first + STAMP_BYTES)) ? first : null;
};

/** Writes another stamp into a program, in its place: it is a hundred megabytes. @throws when it is none of ours */
export const restamp = (program: Buffer, stamp: Stamp): Buffer => {
  const at = findStamp(program);
  if (at === null) throw new Error('不是打印客户端的程序');
  program.set(encodeStamp(stamp), at);
  return program;
};
