/**
 * IPP encoding (RFC 8010) for a printer, written separately so that the print client and this
 * printer do not share an error. It trusts requests; malformed ones cause an exception.
 */

export type Request = {
  operation: number;
  id: number;
  /** Every value as text; collection members as `name/member`. */
  attributes: Map<string, string[]>;
  document: Buffer;
};

/** An attribute value of a response, by syntax. */
export type Said =
  | { integer: number }
  | { enum: number }
  | { boolean: boolean }
  | { keyword: string }
  | { name: string }
  | { text: string }
  | { uri: string }
  | { mime: string }
  | { resolution: number }
  | { size: readonly [x: number, y: number] }
  | { nothing: 'no-value' | 'unknown' };
export type Group = { tag: 0x02 | 0x04 | 0x05; attributes: Record<string, Said | readonly Said[]> };

const INTEGERS = new Set([0x21, 0x23]);

/** Reads the request at the start and returns the rest as data. */
export const readRequest = (bytes: Buffer): Request => {
  const attributes = new Map<string, string[]>();
  let at = 8;
  let name = '';
  const path: string[] = [];
  const readText = (): string => {
    const length = bytes.readUInt16BE(at);
    at += 2 + length;
    return bytes.toString('utf8', at - length, at);
  };
  for (;;) {
    const tag = bytes.readUInt8(at);
    at += 1;
    if (tag === 0x03) break;
    if (tag < 0x10) continue;
    const ownName = readText();
    if (ownName !== '') name = ownName;
    const start = at;
    const value = readText();
    if (tag === 0x34) path.push(path.length === 0 ? name : (path.at(-1) ?? ''));
    else if (tag === 0x37) path.pop();
    else if (tag === 0x4a) path[path.length - 1] = `${name}/${value}`;
    else {
      const key = path.at(-1) ?? name;
      const shown = INTEGERS.has(tag)
        ? String(bytes.readInt32BE(start + 2))
        : tag === 0x22
          ? String(bytes[start + 2] === 1)
          : value;
      attributes.set(key, [...(attributes.get(key) ?? []), shown]);
    }
  }
  return {
    operation: bytes.readUInt16BE(2),
    id: bytes.readInt32BE(4),
    attributes,
    document: bytes.subarray(at),
  };
};

const encodeInt32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const getValue = (
  said: Exclude<Said, { size: unknown }>,
  name: string,
): [tag: number, name: string, value: Buffer] => {
  if ('integer' in said) return [0x21, name, encodeInt32(said.integer)];
  if ('enum' in said) return [0x23, name, encodeInt32(said.enum)];
  if ('boolean' in said) return [0x22, name, Buffer.of(said.boolean ? 1 : 0)];
  if ('resolution' in said)
    return [
      0x32,
      name,
      Buffer.concat([encodeInt32(said.resolution), encodeInt32(said.resolution), Buffer.of(3)]),
    ];
  if ('nothing' in said) return [said.nothing === 'no-value' ? 0x13 : 0x12, name, Buffer.alloc(0)];
  if ('keyword' in said) return [0x44, name, Buffer.from(said.keyword)];
  if ('name' in said) return [0x42, name, Buffer.from(said.name)];
  if ('text' in said) return [0x41, name, Buffer.from(said.text)];
  if ('uri' in said) return [0x45, name, Buffer.from(said.uri)];
  return [0x49, name, Buffer.from(said.mime)];
};

const encodeItem = (tag: number, name: string, value: Buffer): Buffer => {
  const head = Buffer.alloc(3);
  head.writeUInt8(tag);
  head.writeUInt16BE(Buffer.byteLength(name), 1);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([head, Buffer.from(name), length, value]);
};

/** `media-size`: two members, each preceded by its name. */
const encodeSizeItems = (name: string, [x, y]: readonly [number, number]): Buffer =>
  Buffer.concat([
    encodeItem(0x34, name, Buffer.alloc(0)),
    ...(['x', x, 'y', y] as const).map((part) =>
      typeof part === 'number'
        ? encodeItem(0x21, '', encodeInt32(part))
        : encodeItem(0x4a, '', Buffer.from(`${part}-dimension`)),
    ),
    encodeItem(0x37, '', Buffer.alloc(0)),
  ]);

const isList = (said: Said | readonly Said[]): said is readonly Said[] => Array.isArray(said);

/** A response of IPP/2.0. */
export const writeAnswer = (status: number, id: number, groups: readonly Group[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x0200);
  head.writeUInt16BE(status, 2);
  head.writeInt32BE(id, 4);
  const parts: Buffer[] = [
    head,
    Buffer.of(0x01),
    encodeItem(0x47, 'attributes-charset', Buffer.from('utf-8')),
    encodeItem(0x48, 'attributes-natural-language', Buffer.from('en')),
  ];
  for (const { tag, attributes } of groups) {
    parts.push(Buffer.of(tag));
    for (const [name, said] of Object.entries(attributes))
      (isList(said) ? said : [said]).forEach((item, place) => {
        const given = place === 0 ? name : '';
        if ('size' in item) return void parts.push(encodeSizeItems(given, item.size));
        parts.push(encodeItem(...getValue(item, given)));
      });
  }
  return Buffer.concat([...parts, Buffer.of(0x03)]);
};
