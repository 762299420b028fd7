import { GROUP, TAG } from './tags.ts';

/** That there is no value, and why: one of the out-of-band tags of RFC 8010 §3.5.2. */
export type NoValue = { readonly none: number };
export type Range = { readonly min: number; readonly max: number };
export type Resolution = { readonly x: number; readonly y: number };
export type Attributes = ReadonlyMap<string, readonly Value[]>;
/** Octets, dates and what is unknown stay bytes. */
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

/** What came is no answer of IPP, or more than any honest one. */
export class NotIppError extends Error {
  constructor(what: string) {
    super(`读不懂的 IPP 应答：${what}`);
    this.name = 'NotIppError';
  }
}

/** A printer tells of itself in some hundred values; each costs memory, however short it is. */
const MAX_VALUES = 50_000;
/** A list of jobs has a group for each. */
const MAX_GROUPS = 5000;
/** Collections in collections: the deepest registered ones are three. */
const DEEPEST = 8;

type Mutable = Map<string, Value[]>;

/** The unit of a resolution: 3 is dots an inch, 4 dots a centimetre. */
const PER_CENTIMETRE = 4;
const perInch = (value: number, unit: number): number =>
  unit === PER_CENTIMETRE ? Math.round(value * 2.54) : value;

const textIn = (bytes: Buffer): string => bytes.toString('utf8');

/** The text behind its language (RFC 8010 §3.9, textWithLanguage). */
const textBehindLanguage = (bytes: Buffer): string => {
  if (bytes.length < 4) throw new NotIppError('文字不完整');
  const language = bytes.readUInt16BE(0);
  if (language + 4 > bytes.length) throw new NotIppError('文字不完整');
  const length = bytes.readUInt16BE(language + 2);
  if (language + 4 + length > bytes.length) throw new NotIppError('文字不完整');
  return textIn(bytes.subarray(language + 4, language + 4 + length));
};

const sized = (bytes: Buffer, length: number): Buffer => {
  if (bytes.length !== length) throw new NotIppError('值的长度不对');
  return bytes;
};

const simpleValue = (tag: number, bytes: Buffer): Value => {
  if (tag >= 0x10 && tag <= 0x1f) return { none: tag };
  switch (tag) {
    case TAG.integer:
    case TAG.enum:
      return sized(bytes, 4).readInt32BE(0);
    case TAG.boolean:
      return sized(bytes, 1)[0] === 1;
    case TAG.range:
      return { min: sized(bytes, 8).readInt32BE(0), max: bytes.readInt32BE(4) };
    case TAG.resolution: {
      const unit = sized(bytes, 9)[8] ?? 0;
      return { x: perInch(bytes.readInt32BE(0), unit), y: perInch(bytes.readInt32BE(4), unit) };
    }
    case TAG.textWithLanguage:
    case TAG.nameWithLanguage:
      return textBehindLanguage(bytes);
    case TAG.text:
    case TAG.name:
    case TAG.keyword:
    case TAG.uri:
    case TAG.uriScheme:
    case TAG.charset:
    case TAG.language:
    case TAG.mime:
      return textIn(bytes);
    default:
      return new Uint8Array(bytes);
  }
};

/** Reads an answer from the front, and never beyond what came. */
const createReader = (bytes: Buffer) => {
  let at = 0;
  let values = 0;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new NotIppError('没有收全');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const byte = (): number => take(1)[0] ?? 0;
  const int16 = (): number => take(2).readUInt16BE(0);
  const int32 = (): number => take(4).readInt32BE(0);
  /** Lengths are signed there; a negative one is a lie. */
  const field = (): Buffer => {
    const length = int16();
    if (length > 0x7fff) throw new NotIppError('长度不对');
    return take(length);
  };
  const put = (into: Mutable, name: string, value: Value): void => {
    values += 1;
    if (values > MAX_VALUES) throw new NotIppError('值太多');
    const known = into.get(name);
    if (known) known.push(value);
    else into.set(name, [value]);
  };
  const getValue = (tag: number, depth: number): Value => {
    const value = field();
    return tag === TAG.beginCollection ? collectionAt(depth + 1) : simpleValue(tag, value);
  };
  /** What is between the beginning and the end of a collection. */
  const collectionAt = (depth: number): Value => {
    if (depth > DEEPEST) throw new NotIppError('嵌套太深');
    const members: Mutable = new Map();
    let member: string | null = null;
    for (;;) {
      const tag = byte();
      if (field().length > 0) throw new NotIppError('集合里有带名字的值');
      if (tag === TAG.endCollection) {
        field();
        return { members };
      }
      if (tag === TAG.memberName) {
        member = textIn(field());
        continue;
      }
      if (tag < 0x10 || member === null) throw new NotIppError('集合不完整');
      put(members, member, getValue(tag, depth));
    }
  };
  /** Attributes up to the tag of the next group, which is returned. */
  const group = (into: Mutable): number => {
    let name: string | null = null;
    for (;;) {
      const tag = byte();
      if (tag < 0x10) return tag;
      const given = textIn(field());
      if (given !== '') name = given;
      if (name === null) throw new NotIppError('值没有名字');
      put(into, name, getValue(tag, 0));
    }
  };
  return { byte, int16, int32, group };
};

/**
 * Reads an answer (RFC 8010 §3.1): in one pass, with no more than {@link MAX_VALUES} values. Takes no document behind it.
 * @throws NotIppError
 */
export const decodeAnswer = (bytes: Buffer): Answer => {
  const read = createReader(bytes);
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

/** The first group of a kind. */
export const getGroup = ({ groups }: Answer, tag: number): Attributes =>
  groups.find((group) => group.tag === tag)?.attributes ?? NONE;

export const listGroups = ({ groups }: Answer, tag: number): Attributes[] =>
  groups.filter((group) => group.tag === tag).map(({ attributes }) => attributes);

/** Null where there is none, or something else. */
export const readNumber = (attributes: Attributes, name: string): number | null => {
  const value = attributes.get(name)?.[0];
  return typeof value === 'number' ? value : null;
};

export const getText = (attributes: Attributes, name: string): string | null => {
  const value = attributes.get(name)?.[0];
  return typeof value === 'string' ? value : null;
};

export const listTexts = (attributes: Attributes, name: string): string[] =>
  (attributes.get(name) ?? []).filter((value) => typeof value === 'string');

export const listNumbers = (attributes: Attributes, name: string): number[] =>
  (attributes.get(name) ?? []).filter((value) => typeof value === 'number');

export const getFlag = (attributes: Attributes, name: string): boolean | null => {
  const value = attributes.get(name)?.[0];
  return typeof value === 'boolean' ? value : null;
};

/** Whether it is said that there is no value yet (`no-value`), as of the time of what has not happened. */
export const isNoValue = (attributes: Attributes, name: string): boolean => {
  const value = attributes.get(name)?.[0];
  return typeof value === 'object' && 'none' in value && value.none === TAG.noValue;
};
