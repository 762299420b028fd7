import { type Dict, isPdfDict, PdfError, PdfReader, readPdfName } from './objects.ts';
import { type ParseLimits, unpackPdfStream } from './streams.ts';

/** Place of an object: in the file or in an object stream. */
export type Place =
  | { kind: 'plain'; at: number; generation: number }
  | { kind: 'packed'; stream: number; index: number }
  | { kind: 'free' };

/** One xref table (ISO 32000-2, 7.5.4 and 7.5.8): a revision of the file. */
export type Section = {
  places: ReadonlyMap<number, Place>;
  /** Objects only for readers that support object streams, in a hybrid-reference file (7.5.8.4). */
  hidden: ReadonlyMap<number, Place>;
  trailer: Dict;
  /** The object of an xref stream; null for a classic table. */
  stream: { at: number; id: number; generation: number } | null;
  from: number;
  end: number;
};

const MAX_SECTIONS = 64;
const ENTRY = /(\d{10}) (\d{5}) ([nf])[ \r\n]{1,2}/y;
const SUBSECTION = /[\0\t\n\f\r ]*(\d{1,9})[\t ]+(\d{1,9})[\t ]*(?:\r\n|\r|\n)/y;

/** Programs write offset 0 for deleted objects. */
const toXrefPlace = (at: number, generation: number): Place =>
  at === 0 ? { kind: 'free' } : { kind: 'plain', at, generation };

function readXrefTable(text: string, from: number, room: ParseLimits): Section {
  const places = new Map<number, Place>();
  let at = from + 'xref'.length;
  for (;;) {
    SUBSECTION.lastIndex = at;
    const head = SUBSECTION.exec(text);
    if (!head) break;
    at += head[0].length;
    const [first, count] = [Number(head[1]), Number(head[2])];
    for (let i = 0; i < count; i += 1) {
      ENTRY.lastIndex = at;
      const entry = ENTRY.exec(text);
      if (!entry || places.has(first + i)) throw new PdfError('an entry');
      at += entry[0].length;
      const isUsed = entry[3] === 'n';
      places.set(
        first + i,
        isUsed ? toXrefPlace(Number(entry[1]), Number(entry[2])) : { kind: 'free' },
      );
    }
  }
  const reader = new PdfReader(text, at, text.length, room);
  reader.skipWhiteSpace();
  if (!reader.tryReadWord('trailer')) throw new PdfError('a trailer');
  const trailer = reader.readValue();
  if (!isPdfDict(trailer)) throw new PdfError('a trailer');
  const second = trailer.get('XRefStm');
  if (second !== undefined && typeof second !== 'number') throw new PdfError('a table');
  const hidden = second === undefined ? new Map() : readXrefStream(text, second, room).places;
  return { places, hidden, trailer, stream: null, from, end: reader.at };
}

const readBigEndianNumber = (bytes: Uint8Array, at: number, width: number): number => {
  let value = 0;
  for (let i = 0; i < width; i += 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
};

const requireNumberArray = (value: unknown): number[] => {
  if (!Array.isArray(value)) throw new PdfError('numbers');
  return value.map((item) => {
    if (typeof item !== 'number' || !Number.isInteger(item) || item < 0)
      throw new PdfError('a number');
    return item;
  });
};

function readXrefPlaces(dict: Dict, body: Uint8Array, room: ParseLimits): Map<number, Place> {
  const [kindWidth = 0, first = 0, second = 0] = requireNumberArray(dict.get('W'));
  const index = requireNumberArray(dict.get('Index') ?? [0, dict.get('Size')]);
  const width = kindWidth + first + second;
  const places = new Map<number, Place>();
  let at = 0;
  for (let pair = 0; pair < index.length; pair += 2) {
    for (let i = 0; i < (index[pair + 1] ?? 0); i += 1) {
      const id = (index[pair] ?? 0) + i;
      if (width === 0 || width > 16 || at + width > body.length || places.has(id))
        throw new PdfError('an entry');
      room.values -= 1;
      if (room.values < 0) throw new PdfError('a table');
      const kind = kindWidth === 0 ? 1 : readBigEndianNumber(body, at, kindWidth);
      const [a, b] = [
        readBigEndianNumber(body, at + kindWidth, first),
        readBigEndianNumber(body, at + kindWidth + first, second),
      ];
      if (kind === 1) places.set(id, toXrefPlace(a, b));
      else if (kind === 2) places.set(id, { kind: 'packed', stream: a, index: b });
      else places.set(id, { kind: 'free' });
      at += width;
    }
  }
  return places;
}

function readXrefStream(text: string, from: number, room: ParseLimits): Section {
  const reader = new PdfReader(text, from, text.length, room);
  const { id, generation, value, stream } = reader.readObject();
  if (!isPdfDict(value) || stream === null || readPdfName(value.get('Type')) !== 'XRef')
    throw new PdfError('a table');
  const length = value.get('Length');
  if (typeof length !== 'number') throw new PdfError('a length');
  const packedBytes = Buffer.from(text.slice(stream, stream + length), 'latin1');
  const places = readXrefPlaces(value, unpackPdfStream(value, packedBytes, room), room);
  const object = { at: from, id, generation };
  return { places, hidden: new Map(), trailer: value, stream: object, from, end: from };
}

function readXrefSection(text: string, from: number, room: ParseLimits): Section {
  const reader = new PdfReader(text, from);
  reader.skipWhiteSpace();
  return text.startsWith('xref', reader.at)
    ? readXrefTable(text, reader.at, room)
    : readXrefStream(text, reader.at, room);
}

/** Xref tables of a file, newest first, starting at `from`. @throws PdfError */
export function readXrefSections(text: string, from: number, room: ParseLimits): Section[] {
  const sections: Section[] = [];
  const seenOffsets = new Set<number>();
  for (let at = from; ;) {
    if (seenOffsets.has(at) || at >= text.length || sections.length >= MAX_SECTIONS)
      throw new PdfError('a table');
    seenOffsets.add(at);
    const section = readXrefSection(text, at, room);
    sections.push(section);
    const previous = section.trailer.get('Prev');
    if (previous === undefined) return sections;
    if (typeof previous !== 'number' || !Number.isInteger(previous) || previous < 0)
      throw new PdfError('a table');
    at = previous;
  }
}
