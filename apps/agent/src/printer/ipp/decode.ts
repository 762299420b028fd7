import { GROUP, TAG } from './constants.ts';

/** A missing value with its reason: an out-of-band tag of RFC 8010 §3.5.2. */
export type NoValue = { readonly none: number };
export type Range = { readonly min: number; readonly max: number };
export type Resolution = { readonly x: number; readonly y: number };
export type Attributes = ReadonlyMap<string, readonly Value[]>;
/** A decoded value. Octets, dates and unknown types stay bytes. */
export type Value =
  | number
  | boolean
  | string
  | NoValue
  | Range
  | Resolution
  | Uint8Array
  | { readonly members: Attributes };

export type Answer = {
  status: number;
  id: number;
  groups: { tag: number; attributes: Attributes }[];
};

/** The response is not IPP or exceeds the limits. */
export class NotIppError extends Error {
  constructor(detail: string) {
    super(`读不懂的 IPP 应答：${detail}`);
    this.name = 'NotIppError';
  }
}

/**
 * Limit because each value costs memory, even a short one. A printer reports some hundred values.
 */
const MAX_VALUES = 50_000;
/** Maximum number of attribute groups of a response; a list of jobs has one per job. */
const MAX_GROUPS = 5000;
/** Maximum nesting of collections. Registered ones have at most three levels. */
const MAX_DEPTH = 8;

type Mutable = Map<string, Value[]>;

/** Unit of a resolution: 3 is dots per inch, 4 dots per centimetre. */
const UNIT_PER_CENTIMETRE = 4;
const convertResolutionToDpi = (value: number, unit: number): number =>
  unit === UNIT_PER_CENTIMETRE ? Math.round(value * 2.54) : value;

const decodeIppText = (bytes: Buffer): string => bytes.toString('utf8');

/** Decodes the text after its language (RFC 8010 §3.9, textWithLanguage). */
const decodeTextWithLanguage = (bytes: Buffer): string => {
  if (bytes.length < 4) throw new NotIppError('文字不完整');
  const language = bytes.readUInt16BE(0);
  if (language + 4 > bytes.length) throw new NotIppError('文字不完整');
  const length = bytes.readUInt16BE(language + 2);
  if (language + 4 + length > bytes.length) throw new NotIppError('文字不完整');
  return decodeIppText(bytes.subarray(language + 4, language + 4 + length));
};

const requireLength = (bytes: Buffer, length: number): Buffer => {
  if (bytes.length !== length) throw new NotIppError('值的长度不对');
  return bytes;
};

const decodeSimpleIppValue = (tag: number, bytes: Buffer): Value => {
  if (tag >= 0x10 && tag <= 0x1f) return { none: tag };
  switch (tag) {
    case TAG.integer:
    case TAG.enum:
      return requireLength(bytes, 4).readInt32BE(0);
    case TAG.boolean:
      return requireLength(bytes, 1)[0] === 1;
    case TAG.range:
      return { min: requireLength(bytes, 8).readInt32BE(0), max: bytes.readInt32BE(4) };
    case TAG.resolution: {
      const unit = requireLength(bytes, 9)[8] ?? 0;
      return {
        x: convertResolutionToDpi(bytes.readInt32BE(0), unit),
        y: convertResolutionToDpi(bytes.readInt32BE(4), unit),
      };
    }
    case TAG.textWithLanguage:
    case TAG.nameWithLanguage:
      return decodeTextWithLanguage(bytes);
    case TAG.text:
    case TAG.name:
    case TAG.keyword:
    case TAG.uri:
    case TAG.uriScheme:
    case TAG.charset:
    case TAG.language:
    case TAG.mime:
      return decodeIppText(bytes);
    default:
      return new Uint8Array(bytes);
  }
};

/** Creates a bounds-checked sequential reader. */
const createByteReader = (bytes: Buffer) => {
  let at = 0;
  const readBytes = (length: number): Buffer => {
    if (at + length > bytes.length) throw new NotIppError('没有收全');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const readByte = (): number => readBytes(1)[0] ?? 0;
  const readInt16 = (): number => readBytes(2).readUInt16BE(0);
  const readInt32 = (): number => readBytes(4).readInt32BE(0);
  /** Lengths are signed; a negative one is invalid. */
  const readLengthPrefixedBytes = (): Buffer => {
    const length = readInt16();
    if (length > 0x7fff) throw new NotIppError('长度不对');
    return readBytes(length);
  };
  return { readByte, readInt16, readInt32, readField: readLengthPrefixedBytes };
};

/** Creates a reader of a response, which limits the number of its values. */
const createIppReader = (bytes: Buffer) => {
  const { readByte, readInt16, readInt32, readField } = createByteReader(bytes);
  let values = 0;
  const addAttributeValue = (into: Mutable, name: string, value: Value): void => {
    values += 1;
    if (values > MAX_VALUES) throw new NotIppError('值太多');
    const existing = into.get(name);
    if (existing) existing.push(value);
    else into.set(name, [value]);
  };
  const readIppValue = (tag: number, depth: number): Value => {
    const value = readField();
    return tag === TAG.beginCollection
      ? readIppCollection(depth + 1)
      : decodeSimpleIppValue(tag, value);
  };
  /** Reads the members of a collection up to its end. */
  const readIppCollection = (depth: number): Value => {
    if (depth > MAX_DEPTH) throw new NotIppError('嵌套太深');
    const members: Mutable = new Map();
    let member: string | null = null;
    for (;;) {
      const tag = readByte();
      if (readField().length > 0) throw new NotIppError('集合里有带名字的值');
      if (tag === TAG.endCollection) {
        readField();
        return { members };
      }
      if (tag === TAG.memberName) {
        member = decodeIppText(readField());
        continue;
      }
      if (tag < 0x10 || member === null) throw new NotIppError('集合不完整');
      addAttributeValue(members, member, readIppValue(tag, depth));
    }
  };
  /** Reads attributes and returns the tag of the next group. */
  const readAttributeGroup = (into: Mutable): number => {
    let name: string | null = null;
    for (;;) {
      const tag = readByte();
      if (tag < 0x10) return tag;
      const givenName = decodeIppText(readField());
      if (givenName !== '') name = givenName;
      if (name === null) throw new NotIppError('值没有名字');
      addAttributeValue(into, name, readIppValue(tag, 0));
    }
  };
  return { byte: readByte, int16: readInt16, int32: readInt32, group: readAttributeGroup };
};

/**
 * Decodes a response (RFC 8010 §3.1) in one pass, with at most {@link MAX_VALUES} values. Ignores
 * data after the attributes.
 * @throws NotIppError
 */
export const decodeIppAnswer = (bytes: Buffer): Answer => {
  const read = createIppReader(bytes);
  const version = read.byte();
  read.byte();
  if (version < 1 || version > 2) throw new NotIppError('版本不对');
  const [status, id] = [read.int16(), read.int32()];
  const groups: Answer['groups'] = [];
  let tag = read.byte();
  while (tag !== GROUP.end) {
    if (tag >= 0x10 || tag === 0) throw new NotIppError('没有分组');
    if (groups.length === MAX_GROUPS) throw new NotIppError('分组太多');
    const attributes: Mutable = new Map();
    groups.push({ tag, attributes });
    tag = read.group(attributes);
  }
  return { status, id, groups };
};

const NONE: Attributes = new Map();

/** Returns the attributes of the first group with this tag. */
export const getAttributeGroup = ({ groups }: Answer, tag: number): Attributes =>
  groups.find((group) => group.tag === tag)?.attributes ?? NONE;

export const listAttributeGroups = ({ groups }: Answer, tag: number): Attributes[] =>
  groups.filter((group) => group.tag === tag).map(({ attributes }) => attributes);

/** Returns the number of an attribute; null when it is missing or of another type. */
export const getNumberAttribute = (attributes: Attributes, name: string): number | null => {
  const value = attributes.get(name)?.[0];
  return typeof value === 'number' ? value : null;
};

export const getTextAttribute = (attributes: Attributes, name: string): string | null => {
  const value = attributes.get(name)?.[0];
  return typeof value === 'string' ? value : null;
};

export const listTextValues = (attributes: Attributes, name: string): string[] =>
  (attributes.get(name) ?? []).filter((value) => typeof value === 'string');

export const listNumberValues = (attributes: Attributes, name: string): number[] =>
  (attributes.get(name) ?? []).filter((value) => typeof value === 'number');

export const getBooleanAttribute = (attributes: Attributes, name: string): boolean | null => {
  const value = attributes.get(name)?.[0];
  return typeof value === 'boolean' ? value : null;
};

/** Whether the value is `no-value`, as for the time of an event that has not happened. */
export const isNoValue = (attributes: Attributes, name: string): boolean => {
  const value = attributes.get(name)?.[0];
  return typeof value === 'object' && 'none' in value && value.none === TAG.noValue;
};
