import { type Dict, isDict, PdfError, PdfReader, readName } from './objects.ts';
import { type Room, unpack } from './streams.ts';

/** Where an object is: in the file at a place, or in a stream of objects. */
export type Place =
  | { kind: 'plain'; at: number; generation: number }
  | { kind: 'packed'; stream: number; index: number }
  | { kind: 'free' };

/** One table of objects (ISO 32000-2, 7.5.4 and 7.5.8): of a revision of the file. */
export type Section = {
  places: ReadonlyMap<number, Place>;
  /** Objects for readers that know streams of objects, where the table is for all readers (7.5.8.4). */
  hidden: ReadonlyMap<number, Place>;
  trailer: Dict;
  /** Of a table that is a stream: its object. */
  stream: { at: number; id: number; generation: number } | null;
  from: number;
  end: number;
};

const MAX_SECTIONS = 64;
const ENTRY = /(\d{10}) (\d{5}) ([nf])[ \r\n]{1,2}/y;
const SUBSECTION = /[\0\t\n\f\r ]*(\d{1,9})[\t ]+(\d{1,9})[\t ]*(?:\r\n|\r|\n)/y;

/** Programs write a place of 0 for what they deleted. */
const toPlace = (at: number, generation: number): Place =>
  at === 0 ? { kind: 'free' } : { kind: 'plain', at, generation };

function readTable(text: string, from: number, room: Room): Section {
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
        isUsed ? toPlace(Number(entry[1]), Number(entry[2])) : { kind: 'free' },
      );
    }
  }
  const reader = new PdfReader(text, at, text.length, room);
  reader.skipWhite();
  if (!reader.takes('trailer')) throw new PdfError('a trailer');
  const trailer = reader.value();
  if (!isDict(trailer)) throw new PdfError('a trailer');
  const second = trailer.get('XRefStm');
  if (second !== undefined && typeof second !== 'number') throw new PdfError('a table');
  const hidden = second === undefined ? new Map() : readStream(text, second, room).places;
  return { places, hidden, trailer, stream: null, from, end: reader.at };
}

const readNumber = (bytes: Uint8Array, at: number, width: number): number => {
  let value = 0;
  for (let i = 0; i < width; i += 1) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
};

const readNumbers = (value: unknown): number[] => {
  if (!Array.isArray(value)) throw new PdfError('numbers');
  return value.map((item) => {
    if (typeof item !== 'number' || !Number.isInteger(item) || item < 0)
      throw new PdfError('a number');
    return item;
  });
};

function readPlaces(dict: Dict, body: Uint8Array, room: Room): Map<number, Place> {
  const [kindWidth = 0, first = 0, second = 0] = readNumbers(dict.get('W'));
  const index = readNumbers(dict.get('Index') ?? [0, dict.get('Size')]);
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
      const kind = kindWidth === 0 ? 1 : readNumber(body, at, kindWidth);
      const [a, b] = [
        readNumber(body, at + kindWidth, first),
        readNumber(body, at + kindWidth + first, second),
      ];
      if (kind === 1) places.set(id, toPlace(a, b));
      else if (kind === 2) places.set(id, { kind: 'packed', stream: a, index: b });
      else places.set(id, { kind: 'free' });
      at += width;
    }
  }
  return places;
}

function readStream(text: string, from: number, room: Room): Section {
  const reader = new PdfReader(text, from, text.length, room);
  const { id, generation, value, stream } = reader.object();
  if (!isDict(value) || stream === null || readName(value.get('Type')) !== 'XRef')
    throw new PdfError('a table');
  const length = value.get('Length');
  if (typeof length !== 'number') throw new PdfError('a length');
  const packed = Buffer.from(text.slice(stream, stream + length), 'latin1');
  const places = readPlaces(value, unpack(value, packed, room), room);
  const object = { at: from, id, generation };
  return { places, hidden: new Map(), trailer: value, stream: object, from, end: from };
}

function readSection(text: string, from: number, room: Room): Section {
  const reader = new PdfReader(text, from);
  reader.skipWhite();
  return text.startsWith('xref', reader.at)
    ? readTable(text, reader.at, room)
    : readStream(text, reader.at, room);
}

/** The tables of a file from the newest on, of which the first is at `from`. @throws PdfError */
export function readSections(text: string, from: number, room: Room): Section[] {
  const sections: Section[] = [];
  const seen = new Set<number>();
  for (let at = from; ;) {
    if (seen.has(at) || at >= text.length || sections.length >= MAX_SECTIONS)
      throw new PdfError('a table');
    seen.add(at);
    const section = readSection(text, at, room);
    sections.push(section);
    const previous = section.trailer.get('Prev');
    if (previous === undefined) return sections;
    if (typeof previous !== 'number' || !Number.isInteger(previous) || previous < 0)
      throw new PdfError('a table');
    at = previous;
  }
}
