import { GROUP, type Operation, TAG } from './constants.ts';

/** A value to send with its tag. */
export type TaggedValue =
  | { tag: 'integer' | 'enum'; value: number }
  | { tag: 'boolean'; value: boolean }
  | {
      tag: 'text' | 'name' | 'keyword' | 'uri' | 'charset' | 'language' | 'mime';
      value: string;
    }
  | { tag: 'resolution'; value: { x: number; y: number } }
  | { tag: 'collection'; value: TaggedAttributes };

/** Attributes in order, each with one or more values. */
export type TaggedAttributes = readonly (readonly [name: string, ...values: TaggedValue[]])[];

export const tagInteger = (value: number): TaggedValue => ({ tag: 'integer', value });
export const tagEnum = (value: number): TaggedValue => ({ tag: 'enum', value });
export const tagBoolean = (value: boolean): TaggedValue => ({ tag: 'boolean', value });
export const tagNameValue = (value: string): TaggedValue => ({ tag: 'name', value });
export const tagKeyword = (value: string): TaggedValue => ({ tag: 'keyword', value });
export const tagUri = (value: string): TaggedValue => ({ tag: 'uri', value });
export const tagMime = (value: string): TaggedValue => ({ tag: 'mime', value });
export const tagCollection = (value: TaggedAttributes): TaggedValue => ({
  tag: 'collection',
  value,
});

const UNIT_DOTS_PER_INCH = 3;

const encodeInt16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const encodeInt32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const encodeAttributeItem = (tag: number, name: string, value: Buffer): Buffer[] => {
  const bytes = Buffer.from(name);
  return [Buffer.of(tag), encodeInt16(bytes.length), bytes, encodeInt16(value.length), value];
};

const NOTHING = Buffer.alloc(0);

const encodeIppValue = (name: string, tagged: TaggedValue): Buffer[] => {
  switch (tagged.tag) {
    case 'integer':
    case 'enum':
      return encodeAttributeItem(TAG[tagged.tag], name, encodeInt32(tagged.value));
    case 'boolean':
      return encodeAttributeItem(TAG.boolean, name, Buffer.of(tagged.value ? 1 : 0));
    case 'resolution': {
      const { x, y } = tagged.value;
      const bytes = Buffer.concat([encodeInt32(x), encodeInt32(y), Buffer.of(UNIT_DOTS_PER_INCH)]);
      return encodeAttributeItem(TAG.resolution, name, bytes);
    }
    case 'collection':
      return [
        ...encodeAttributeItem(TAG.beginCollection, name, NOTHING),
        ...tagged.value.flatMap(([member, ...values]) => [
          ...encodeAttributeItem(TAG.memberName, '', Buffer.from(member)),
          // Member names are values themselves, so member values have an empty name (RFC 8010
          // §3.1.6).
          ...values.flatMap((value) => encodeIppValue('', value)),
        ]),
        ...encodeAttributeItem(TAG.endCollection, '', NOTHING),
      ];
    default:
      return encodeAttributeItem(TAG[tagged.tag], name, Buffer.from(tagged.value));
  }
};

const encodeAttributes = (attributes: TaggedAttributes): Buffer[] =>
  attributes.flatMap(([name, ...values]) =>
    values.flatMap((value, place) => encodeIppValue(place === 0 ? name : '', value)),
  );

export type Request = {
  operation: Operation;
  id: number;
  /** Natural language of the response's messages. */
  language: string;
  /** Operation attributes after the charset and the language. */
  operationAttributes: TaggedAttributes;
  jobAttributes?: TaggedAttributes;
};

/** Encodes an IPP/1.1 request (RFC 8010 §3.1). The document follows it. */
export const encodeRequest = ({
  operation,
  id,
  language,
  operationAttributes,
  jobAttributes = [],
}: Request): Buffer =>
  Buffer.concat([
    Buffer.of(1, 1),
    encodeInt16(operation),
    encodeInt32(id),
    Buffer.of(GROUP.operation),
    ...encodeAttributes([
      ['attributes-charset', { tag: 'charset', value: 'utf-8' }],
      ['attributes-natural-language', { tag: 'language', value: language }],
      ...operationAttributes,
    ]),
    ...(jobAttributes.length > 0 ? [Buffer.of(GROUP.job), ...encodeAttributes(jobAttributes)] : []),
    Buffer.of(GROUP.end),
  ]);
