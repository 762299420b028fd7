import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeIppAnswer,
  getAttributeGroup,
  isNoValue,
  NotIppError,
  getNumberAttribute,
  getTextAttribute,
} from './decode.ts';
import {
  tagBoolean,
  tagCollection,
  encodeRequest,
  tagInteger,
  tagKeyword,
  tagNameValue,
  tagUri,
} from './encode.ts';
import { GROUP, OPERATION } from './constants.ts';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';

const tryDecode = (bytes: Buffer) => {
  try {
    return decodeIppAnswer(bytes);
  } catch (error) {
    if (error instanceof NotIppError) return null;
    throw error;
  }
};

/** Builds an answer: version 2.0, status, request id, `parts`, end tag. */
const buildAnswer = (...parts: (number[] | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.of(2, 0, 0, 0, 0, 0, 0, 1),
    ...parts.map((part) => Buffer.from(part)),
    Buffer.of(3),
  ]);
const encodeItem = (tag: number, title: string, value: Buffer | number[]): Buffer =>
  Buffer.concat([
    Buffer.of(tag, 0, title.length),
    Buffer.from(title),
    Buffer.of(value.length >> 8, value.length & 255),
    Buffer.from(value),
  ]);

describe('a request of IPP', () => {
  const request = encodeRequest({
    operation: OPERATION.printJob,
    id: 77,
    language: 'en',
    operationAttributes: [
      ['printer-uri', tagUri('ipp://printer/ipp/print')],
      ['job-name', tagNameValue('标签')],
      ['requested-attributes', tagKeyword('job-id'), tagKeyword('job-state')],
      ['ipp-attribute-fidelity', tagBoolean(false)],
    ],
    jobAttributes: [
      [
        'media-col',
        tagCollection([['media-size', tagCollection([['x-dimension', tagInteger(6000)]])]]),
      ],
    ],
  });

  it('begins as RFC 8010 says, byte for byte', () => {
    const head = '0101' + '0002' + '0000004d' + '01';
    const charset = '47' + '0012' + Buffer.from('attributes-charset').toString('hex');
    expect(request.toString('hex').startsWith(`${head}${charset}00057574662d38`)).toBe(true);
    expect(request.at(-1)).toBe(GROUP.end);
  });

  it('says what it was told, collections in collections, too', () => {
    const { status, id, groups } = decodeIppAnswer(request);
    expect([status, id]).toEqual([OPERATION.printJob, 77]);
    const [about, job] = groups;
    expect(about?.attributes.get('job-name')).toEqual(['标签']);
    expect(about?.attributes.get('requested-attributes')).toEqual(['job-id', 'job-state']);
    expect(about?.attributes.get('ipp-attribute-fidelity')).toEqual([false]);
    const size = { members: new Map([['x-dimension', [6000]]]) };
    expect(job?.attributes.get('media-col')).toEqual([
      { members: new Map([['media-size', [size]]]) },
    ]);
  });
});

describe('an answer of IPP', () => {
  it('is read, values without a value as well', () => {
    const { groups, ...head } = decodeIppAnswer(
      buildAnswer(
        [GROUP.job],
        encodeItem(0x21, 'job-id', [0, 0, 0, 9]),
        encodeItem(0x13, 'time-at-processing', []),
        encodeItem(0x36, 'job-name', [0, 2, 0x7a, 0x68, 0, 1, 0x41]),
        encodeItem(0x33, 'copies-supported', [0, 0, 0, 1, 0, 0, 0, 99]),
        encodeItem(0x32, 'resolution', [0, 0, 0, 80, 0, 0, 0, 80, 4]),
      ),
    );
    expect(head).toEqual({ status: 0, id: 1 });
    const job = getAttributeGroup({ ...head, groups }, GROUP.job);
    expect(getNumberAttribute(job, 'job-id')).toBe(9);
    expect(isNoValue(job, 'time-at-processing')).toBe(true);
    expect(isNoValue(job, 'job-id')).toBe(false);
    expect(getTextAttribute(job, 'job-name')).toBe('A');
    expect(job.get('copies-supported')).toEqual([{ min: 1, max: 99 }]);
    expect(job.get('resolution')).toEqual([{ x: 203, y: 203 }]);
  });

  it.for([
    [
      'cut short',
      buildAnswer([GROUP.job], encodeItem(0x21, 'job-id', [0, 0, 0, 9])).subarray(0, -4),
    ],
    ['with a value of a wrong length', buildAnswer([GROUP.job], encodeItem(0x21, 'job-id', [9]))],
    ['with a value longer than itself', buildAnswer([GROUP.job, 0x21, 0, 1, 0x61, 0x7f, 0xff])],
    ['with a negative length', buildAnswer([GROUP.job, 0x21, 0xff, 0xff, 0x61])],
    ['with a value that has no name', buildAnswer([GROUP.job, 0x21, 0, 0, 0, 4, 0, 0, 0, 1])],
    ['with a value in no group', buildAnswer(encodeItem(0x21, 'job-id', [0, 0, 0, 1]))],
    [
      'with a collection that does not end',
      buildAnswer([GROUP.job], encodeItem(0x34, 'media-col', [])),
    ],
    [
      'with text shorter than it says',
      buildAnswer([GROUP.job], encodeItem(0x35, 'a', [0, 9, 0, 9])),
    ],
    ['of another version', Buffer.of(9, 0, 0, 0, 0, 0, 0, 1, 3)],
    ['that is empty', Buffer.alloc(0)],
  ] as const)('is not taken %s', ([, bytes]) => {
    expect(() => decodeIppAnswer(bytes)).toThrow(NotIppError);
  });

  it('costs no more than an honest one, however deep and however many its values are', () => {
    const repeatBytes = (bytes: Buffer): Buffer => Buffer.alloc(bytes.length * 100_000, bytes);
    const nested = repeatBytes(
      Buffer.concat([encodeItem(0x4a, '', Buffer.from('a')), encodeItem(0x34, '', [])]),
    );
    expect(
      tryDecode(buildAnswer([GROUP.job], encodeItem(0x34, 'media-col', []), nested)),
    ).toBeNull();
    const many = repeatBytes(encodeItem(0x13, 'a', []));
    expect(tryDecode(buildAnswer([GROUP.job], many))).toBeNull();
    expect(tryDecode(buildAnswer(Buffer.alloc(2_000_000, GROUP.job)))).toBeNull();
  });

  it('is read or refused, whatever it is', () => {
    const tags = fc.constantFrom(0x13, 0x21, 0x22, 0x34, 0x35, 0x37, 0x44, 0x4a, 1, 2, 3, 4);
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(tags, fc.string({ maxLength: 3 }), fc.uint8Array({ maxLength: 9 }))
        .map(([tag, title, value]) => encodeItem(tag, title, Buffer.from(value))),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        tryDecode(buildAnswer([GROUP.job], ...pieces));
      }),
      { numRuns: rounds(3000) },
    );
  });

  it('is not mistaken for what every object has', () => {
    const job = getAttributeGroup(decodeIppAnswer(buildAnswer([GROUP.job])), GROUP.job);
    expect(getNumberAttribute(job, 'constructor')).toBeNull();
    expect(getTextAttribute(job, '__proto__')).toBeNull();
  });
});
