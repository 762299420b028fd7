/** DNS messages (RFC 1035 §4, RFC 6763), limited to the records needed for printer discovery. */

export const TYPE = { A: 1, PTR: 12, TXT: 16, SRV: 33 } as const;
const CLASS_IN = 1;

/** A domain name as labels. A label may contain dots and arbitrary bytes. */
export type Name = readonly string[];

export type DnsRecord = { name: Name } & (
  | { type: typeof TYPE.PTR; target: Name }
  | { type: typeof TYPE.SRV; port: number; target: Name }
  | { type: typeof TYPE.TXT; texts: readonly string[] }
  | { type: typeof TYPE.A; address: string }
);

/** Maximum packet size, bytes (RFC 6762 §17). */
const MAX_BYTES = 9000;
const MAX_RECORDS = 200;
const MAX_TEXTS = 64;
/** Maximum length of a domain name, bytes (RFC 1035 §2.3.4). */
const MAX_NAME = 255;

class BadMessage extends Error {}

const encoder = new TextEncoder();

/** Encodes one message with one question per name and type. */
export const encodeQuery = (
  id: number,
  questions: readonly { name: Name; type: number }[],
): Uint8Array => {
  const bytes: number[] = [
    id >> 8,
    id & 0xff,
    0,
    0,
    questions.length >> 8,
    questions.length & 0xff,
  ];
  bytes.push(0, 0, 0, 0, 0, 0);
  for (const { name, type } of questions) {
    for (const label of name) {
      const encodedLabel = encoder.encode(label).subarray(0, 63);
      bytes.push(encodedLabel.length, ...encodedLabel);
    }
    bytes.push(0, type >> 8, type & 0xff, 0, CLASS_IN);
  }
  return Uint8Array.from(bytes);
};

const decoder = new TextDecoder();

/**
 * Reads a compressed name. Pointers may only go backwards, so following them terminates. The total
 * length of the labels is bounded, so a message full of pointers costs no more than one without.
 */
const readDnsName = (bytes: Buffer, start: number): { name: string[]; end: number } => {
  const name: string[] = [];
  let at = start;
  let end: number | null = null;
  let lowest = start;
  let totalLength = 0;
  for (;;) {
    const length = bytes[at];
    if (length === undefined) throw new BadMessage();
    if (length >= 0xc0) {
      const target = ((length & 0x3f) << 8) | (bytes[at + 1] ?? 0);
      end ??= at + 2;
      if (target >= lowest) throw new BadMessage();
      lowest = target;
      at = target;
      continue;
    }
    if (length > 63) throw new BadMessage();
    if (length === 0) return { name, end: end ?? at + 1 };
    totalLength += length + 1;
    if (totalLength > MAX_NAME || at + 1 + length > bytes.length) throw new BadMessage();
    name.push(decoder.decode(bytes.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
};

const readTxtStrings = (data: Buffer): string[] => {
  const texts: string[] = [];
  for (let at = 0; at < data.length && texts.length < MAX_TEXTS;) {
    const length = data[at] ?? 0;
    if (length > 0) texts.push(decoder.decode(data.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  return texts;
};

const readDnsRecord = (bytes: Buffer, at: number): { record: DnsRecord | null; end: number } => {
  const { name, end: headerStart } = readDnsName(bytes, at);
  if (headerStart + 10 > bytes.length) throw new BadMessage();
  const type = bytes.readUInt16BE(headerStart);
  // The top bit is the cache-flush flag.
  const isInternetClass = (bytes.readUInt16BE(headerStart + 2) & 0x7fff) === CLASS_IN;
  // RFC 6762 §10.1: TTL 0 is a goodbye.
  const isGone = bytes.readUInt32BE(headerStart + 4) === 0;
  const begin = headerStart + 10;
  const end = begin + bytes.readUInt16BE(headerStart + 8);
  if (end > bytes.length) throw new BadMessage();
  const data = bytes.subarray(begin, end);
  const noRecord = { record: null, end };
  if (!isInternetClass || isGone) return noRecord;
  switch (type) {
    case TYPE.PTR:
      return { record: { name, type, target: readDnsName(bytes, begin).name }, end };
    case TYPE.SRV:
      if (data.length < 7) return noRecord;
      return {
        record: {
          name,
          type,
          port: data.readUInt16BE(4),
          target: readDnsName(bytes, begin + 6).name,
        },
        end,
      };
    case TYPE.TXT:
      return { record: { name, type, texts: readTxtStrings(data) }, end };
    case TYPE.A:
      return { record: data.length === 4 ? { name, type, address: data.join('.') } : null, end };
    default:
      return noRecord;
  }
};

/**
 * Decodes the records of all sections. Returns null when the message is not an answer to `id`.
 * Linear in the message length; at most {@link MAX_RECORDS} records.
 */
export const decodeMdnsAnswer = (message: Uint8Array, id: number): DnsRecord[] | null => {
  if (message.length < 12 || message.length > MAX_BYTES) return null;
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length);
  const isAnswer = (bytes[2] ?? 0) >= 0x80;
  if (!isAnswer || bytes.readUInt16BE(0) !== id) return null;
  try {
    let at = 12;
    const questions = Math.min(bytes.readUInt16BE(4), MAX_RECORDS);
    for (let i = 0; i < questions; i += 1) at = readDnsName(bytes, at).end + 4;
    const count = [6, 8, 10].reduce((sum, place) => sum + bytes.readUInt16BE(place), 0);
    const records: DnsRecord[] = [];
    for (let i = 0; i < Math.min(count, MAX_RECORDS); i += 1) {
      const { record, end } = readDnsRecord(bytes, at);
      if (record) records.push(record);
      at = end;
    }
    return records;
  } catch (error) {
    if (error instanceof BadMessage) return null;
    throw error;
  }
};
