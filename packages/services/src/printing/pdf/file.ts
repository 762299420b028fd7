import {
  type Dict,
  isDict,
  PdfError,
  PdfReader,
  type PdfValue,
  type PlainObject,
  readName,
  requireDict,
} from './objects.ts';
import { findFirstTable } from './linearized.ts';
import { type Room, unpack } from './streams.ts';
import { type Place, readSections, type Section } from './xref.ts';

/** What streams of objects and tables may unpack to, in all: more is no label. */
const UNPACKED_BYTES = 2_000_000;
const MAX_VALUES = 200_000;
const TAIL_BYTES = 1_024;

/** A file whose objects are where its tables say, and nowhere else. */
export type PdfFile = {
  trailer: Dict;
  /** The value of an object; null for one that is not there. */
  resolve: Resolve;
  /** The same for readers that know no streams of objects, where there is a table for them. */
  resolveOld: Resolve;
};

export type Resolve = (value: PdfValue | undefined) => PdfValue;

/** Where the newest table is: as the end of the file says, and as readers of linearized files look for it at its beginning. */
function findTable(text: string, room: Room): number {
  const tail = text.slice(-TAIL_BYTES);
  const last = tail.lastIndexOf('startxref');
  const found = /^startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(last < 0 ? '' : tail.slice(last));
  if (!found) throw new PdfError('the end');
  const at = Number(found[1]);
  if ((findFirstTable(text, room) ?? at) !== at) throw new PdfError('a linearized file');
  return at;
}

/** The objects of a file, in the order they stand there. @throws PdfError when one is not where a table says */
function readObjects(
  text: string,
  sections: readonly Section[],
  room: Room,
): Map<number, PlainObject> {
  const places = new Map<number, { id: number; generation: number }>();
  for (const section of sections) {
    // A table that is a stream need not be in a table itself.
    if (section.stream) places.set(section.stream.at, section.stream);
    for (const [id, place] of listPlaces(section))
      if (place.kind === 'plain') {
        const other = places.get(place.at);
        if (other && other.id !== id) throw new PdfError('two objects at one place');
        places.set(place.at, { id, generation: place.generation });
      }
  }
  const order = [...places.keys()].toSorted((a, b) => a - b);
  const objects = new Map<number, PlainObject>();
  for (const [i, at] of order.entries()) {
    const object = new PdfReader(text, at, order[i + 1] ?? text.length, room).object();
    const place = places.get(at);
    if (object.id !== place?.id || object.generation !== place.generation)
      throw new PdfError('another object');
    objects.set(at, object);
  }
  return objects;
}

/** Newest first: what each object is now. */
function mergePlaces(sections: readonly Section[], withHidden: boolean): Map<number, Place> {
  const merged = new Map<number, Place>();
  for (const { places, hidden } of sections) {
    const shown = withHidden
      ? [...[...places].filter(([id]) => !isHidden(places, hidden, id)), ...hidden]
      : places;
    for (const [id, place] of shown) if (!merged.has(id)) merged.set(id, place);
  }
  return merged;
}

/** What a table calls free for readers that do not know where it is. */
const isHidden = (places: Section['places'], hidden: Section['hidden'], id: number): boolean =>
  hidden.has(id) && places.get(id)?.kind === 'free';

const listPlaces = ({ places, hidden }: Section): [number, Place][] => [...places, ...hidden];

const toKey = (id: number, place: Place): string =>
  place.kind === 'packed' ? `${id}:${place.stream}:${place.index}` : '';

/** In a stream or a string: what readers take for an object, or a table, that look for these without tables. */
const HIDDEN = /\d[\0\s]+obj|[\r\n][\0\t ]*(?:xref|trailer)\b/;

class Reading {
  readonly #text: string;
  readonly #objects: ReadonlyMap<number, PlainObject>;
  readonly #places: ReadonlyMap<number, Place>;
  readonly #oldPlaces: ReadonlyMap<number, Place>;
  /** Objects in streams, by the stream's number. */
  readonly #packed = new Map<number, Map<number, PdfValue>>();

  constructor(text: string, sections: readonly Section[], room: Room) {
    this.#text = text;
    this.#places = mergePlaces(sections, true);
    this.#oldPlaces = mergePlaces(sections, false);
    this.#objects = readObjects(text, sections, room);
    this.#checkNewest();
    this.#checkGaps(sections);
    const known = new Set(
      sections.flatMap((section) => listPlaces(section).map(([id, place]) => toKey(id, place))),
    );
    for (const object of this.#objects.values()) this.#unpackObjects(object, room, known);
  }

  resolve: Resolve = (value) => this.#resolveBy(this.#places, value);

  resolveOld: Resolve = (value) => this.#resolveBy(this.#oldPlaces, value);

  #resolveBy(places: ReadonlyMap<number, Place>, value: PdfValue | undefined): PdfValue {
    let found = value ?? null;
    for (let steps = 0; typeof found === 'object' && found !== null && 'ref' in found; steps += 1) {
      if (steps > 8) throw new PdfError('a reference');
      const { ref, generation } = found;
      const place = places.get(ref);
      // Readers disagree on whether that is another object, or none.
      const isOther = place?.kind === 'plain' ? place.generation !== generation : generation !== 0;
      if (isOther) throw new PdfError('another generation');
      if (place?.kind === 'plain') found = this.#objects.get(place.at)?.value ?? null;
      else if (place?.kind === 'packed') found = this.#packed.get(place.stream)?.get(ref) ?? null;
      else found = null;
    }
    return found;
  }

  /** Readers that rebuild the table take the last of two: that must be the newest. */
  #checkNewest(): void {
    for (const [at, { id }] of this.#objects) {
      const place = this.#places.get(id);
      if (place?.kind === 'plain' ? place.at < at : place?.kind === 'packed')
        throw new PdfError('an object twice');
    }
  }

  /** Where an object ends, its stream and `endobj` with it. */
  #findEnd(object: PlainObject): number {
    const reader = new PdfReader(this.#text, object.end);
    if (object.stream !== null) {
      reader.at = object.stream + this.#readLength(object);
      reader.skipWhite();
      if (!reader.takes('endstream')) throw new PdfError('the end of a stream');
    }
    reader.skipWhite();
    if (!reader.takes('endobj')) throw new PdfError('the end of an object');
    return reader.at;
  }

  #readLength({ value }: PlainObject): number {
    const length = this.resolve(requireDict(value).get('Length'));
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0)
      throw new PdfError('a length');
    return length;
  }

  /** Between what the tables know stands nothing that a reader without them would take for an object or a table. */
  #checkGaps(sections: readonly Section[]): void {
    const ranges = [
      ...[...this.#objects].map(([from, object]) => [from, this.#findEnd(object)] as const),
      ...sections.map(({ from, end }) => [from, end] as const),
    ].toSorted(([a], [b]) => a - b);
    let at = 0;
    for (const [from, end] of [...ranges, [this.#text.length, this.#text.length] as const]) {
      // A table that is a stream is an object, too.
      if (from < at && end !== from) throw new PdfError('objects within each other');
      const body = this.#text.slice(this.#text.indexOf('obj', from) + 'obj'.length, end);
      if (this.#objects.has(from) && HIDDEN.test(body)) throw new PdfError('an object in another');
      const gap = this.#text.slice(at, from);
      const words = gap.replaceAll(/%[^\r\n]*/g, ' ');
      if (/\d[\0\s]+obj/.test(gap) || /(?:^|[^a-z])(?:obj|xref|trailer)(?![a-z])/i.test(words))
        throw new PdfError('something more');
      at = Math.max(at, end);
    }
  }

  /** Objects that are packed into a stream (7.5.7), each of which the tables know. */
  #unpackObjects(
    { id, value, stream, ...object }: PlainObject,
    room: Room,
    known: ReadonlySet<string>,
  ): void {
    if (!isDict(value) || stream === null || readName(value.get('Type')) !== 'ObjStm') return;
    const length = this.#readLength({ id, value, stream, ...object });
    const packed = Buffer.from(this.#text.slice(stream, stream + length), 'latin1');
    const body = Buffer.from(unpack(requireDict(value), packed, room)).toString('latin1');
    const [first, count] = [this.resolve(value.get('First')), this.resolve(value.get('N'))];
    if (typeof first !== 'number' || typeof count !== 'number') throw new PdfError('a number');
    const heads = body.slice(0, first).trim().split(/\s+/).map(Number);
    if (heads.length < 2 * count) throw new PdfError('a list of objects');
    const values = new Map<number, PdfValue>();
    for (let index = 0; index < count; index += 1) {
      const [number = 0, at = 0, next = body.length] = [
        heads[2 * index],
        heads[2 * index + 1],
        heads[2 * index + 3],
      ];
      if (!known.has(`${number}:${id}:${index}`)) throw new PdfError('an object of no table');
      const end = index + 1 < count ? first + next : body.length;
      values.set(number, new PdfReader(body, first + at, end, room).value());
    }
    this.#packed.set(id, values);
  }
}

/** Reads a file by its tables, as renderers do, and refuses one that reads otherwise without them. @throws PdfError */
export function readPdfFile(bytes: Uint8Array): PdfFile {
  const text = Buffer.from(bytes).toString('latin1');
  const room: Room = { bytes: UNPACKED_BYTES, values: MAX_VALUES };
  const sections = readSections(text, findTable(text, room), room);
  const trailer = sections[0]?.trailer;
  if (!trailer) throw new PdfError('a trailer');
  const root = JSON.stringify(trailer.get('Root'));
  for (const section of sections) {
    requireDict(section.trailer);
    const other = section.trailer.get('Root');
    if (other !== undefined && JSON.stringify(other) !== root) throw new PdfError('two roots');
  }
  const isEncrypted = sections.some((section) => section.trailer.has('Encrypt'));
  // What is encrypted is not read any further.
  if (isEncrypted)
    return { trailer: new Map([['Encrypt', null]]), resolve: () => null, resolveOld: () => null };
  const reading = new Reading(text, sections, room);
  const { resolve, resolveOld } = reading;
  return { trailer, resolve, resolveOld };
}
