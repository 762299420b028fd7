import { GROUP, type Operation, TAG } from './tags.ts';

/** A value with its tag: what is sent says what it is. */
export type Sent =
  | { tag: 'integer' | 'enum'; value: number }
  | { tag: 'boolean'; value: boolean }
  | {
      tag: 'text' | 'name' | 'keyword' | 'uri' | 'charset' | 'language' | 'mime';
      value: string;
    }
  | { tag: 'resolution'; value: { x: number; y: number } }
  | { tag: 'collection'; value: SentAttributes };

/** Attributes in their order; one with several values has them behind each other. */
export type SentAttributes = readonly (readonly [name: string, ...values: Sent[]])[];

export const integer = (value: number): Sent => ({ tag: 'integer', value });
export const getEnum = (value: number): Sent => ({ tag: 'enum', value });
export const boolean = (value: boolean): Sent => ({ tag: 'boolean', value });
export const name = (value: string): Sent => ({ tag: 'name', value });
export const keyword = (value: string): Sent => ({ tag: 'keyword', value });
export const uri = (value: string): Sent => ({ tag: 'uri', value });
export const mime = (value: string): Sent => ({ tag: 'mime', value });
export const collection = (value: SentAttributes): Sent => ({ tag: 'collection', value });

const DOTS_PER_INCH = 3;

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const item = (tag: number, name: string, value: Buffer): Buffer[] => {
  const bytes = Buffer.from(name);
  return [Buffer.of(tag), int16(bytes.length), bytes, int16(value.length), value];
};

const NOTHING = Buffer.alloc(0);

const getValue = (name: string, sent: Sent): Buffer[] => {
  switch (sent.tag) {
    case 'integer':
    case 'enum':
      return item(TAG[sent.tag], name, int32(sent.value));
    case 'boolean':
      return item(TAG.boolean, name, Buffer.of(sent.value ? 1 : 0));
    case 'resolution': {
      const { x, y } = sent.value;
      const bytes = Buffer.concat([int32(x), int32(y), Buffer.of(DOTS_PER_INCH)]);
      return item(TAG.resolution, name, bytes);
    }
    case 'collection':
      return [
        ...item(TAG.beginCollection, name, NOTHING),
        ...sent.value.flatMap(([member, ...values]) => [
          ...item(TAG.memberName, '', Buffer.from(member)),
          // Members have their names in values: each of theirs is without one (RFC 8010 §3.1.6).
          ...values.flatMap((value) => getValue('', value)),
        ]),
        ...item(TAG.endCollection, '', NOTHING),
      ];
    default:
      return item(TAG[sent.tag], name, Buffer.from(sent.value));
  }
};

const listAttributes = (attributes: SentAttributes): Buffer[] =>
  attributes.flatMap(([name, ...values]) =>
    values.flatMap((value, place) => getValue(place === 0 ? name : '', value)),
  );

export type Request = {
  operation: Operation;
  id: number;
  /** What it is to speak to people. */
  language: string;
  /** Behind the charset and the language, which every request begins with. */
  about: SentAttributes;
  job?: SentAttributes;
};

/** A request of IPP/1.1 (RFC 8010 §3.1), to be followed by its document. */
export const encodeRequest = ({ operation, id, language, about, job = [] }: Request): Buffer =>
  Buffer.concat([
    Buffer.of(1, 1),
    int16(operation),
    int32(id),
    Buffer.of(GROUP.operation),
    ...listAttributes([
      ['attributes-charset', { tag: 'charset', value: 'utf-8' }],
      ['attributes-natural-language', { tag: 'language', value: language }],
      ...about,
    ]),
    ...(job.length > 0 ? [Buffer.of(GROUP.job), ...listAttributes(job)] : []),
    Buffer.of(GROUP.end),
  ]);
