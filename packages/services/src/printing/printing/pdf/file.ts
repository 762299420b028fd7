import {
  type Dict,
  isPdfDict,
  PdfError,
  PdfReader,
  type PdfValue,
  type PlainObject,
  readPdfName,
  requireDict,
} from './objects.ts';
import { findLinearizedXrefTable } from './linearized.ts';
import { type ParseLimits, unpackPdfStream } from './streams.ts';
import { type Place, readXrefSections, type Section } from './xref.ts';

/** Limit on the unpacked bytes of all object and xref streams: a label needs less. */
const UNPACKED_BYTES = 2_000_000;
const MAX_VALUES = 200_000;
const TAIL_BYTES = 1_024;

/** A PDF whose objects are only where its xref tables place them. */
export type PdfFile = {
  trailer: Dict;
  /** Value of an object; null when it does not exist. */
  resolve: Resolve;
  /** As read by programs without support for object streams, when the file has a table for them. */
  resolveOld: Resolve;
};

export type Resolve = (value: PdfValue | undefined) => PdfValue;

/**
 * Offset of the newest xref table: given at the end of the file, and checked against the position
 * at the start of a linearized file.
 */
function findNewestXrefTable(text: string, room: ParseLimits): number {
  const tail = text.slice(-TAIL_BYTES);
  const last = tail.lastIndexOf('startxref');
  const startMatch = /^startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(last < 0 ? '' : tail.slice(last));
  if (!startMatch) throw new PdfError('the end');
  const at = Number(startMatch[1]);
  if ((findLinearizedXrefTable(text, room) ?? at) !== at) throw new PdfError('a linearized file');
  return at;
}

/**
 * Objects of a file in file order.
 * @throws PdfError when an object is not where a table places it
 */
function readObjects(
  text: string,
  sections: readonly Section[],
  room: ParseLimits,
): Map<number, PlainObject> {
  const places = new Map<number, { id: number; generation: number }>();
  for (const section of sections) {
    // An xref stream need not be listed in a table.
    if (section.stream) places.set(section.stream.at, section.stream);
    for (const [id, place] of listObjectPlaces(section))
      if (place.kind === 'plain') {
        const otherObject = places.get(place.at);
        if (otherObject && otherObject.id !== id) throw new PdfError('two objects at one place');
        places.set(place.at, { id, generation: place.generation });
      }
  }
  const order = [...places.keys()].toSorted((a, b) => a - b);
  const objects = new Map<number, PlainObject>();
  for (const [i, at] of order.entries()) {
    const object = new PdfReader(text, at, order[i + 1] ?? text.length, room).readObject();
    const place = places.get(at);
    if (object.id !== place?.id || object.generation !== place.generation)
      throw new PdfError('another object');
    objects.set(at, object);
  }
  return objects;
}

/** Current place of each object; sections are ordered newest first. */
function mergeObjectPlaces(sections: readonly Section[], withHidden: boolean): Map<number, Place> {
  const mergedPlaces = new Map<number, Place>();
  for (const { places, hidden } of sections) {
    const sectionPlaces = withHidden
      ? [...[...places].filter(([id]) => !isHidden(places, hidden, id)), ...hidden]
      : places;
    for (const [id, place] of sectionPlaces) if (!mergedPlaces.has(id)) mergedPlaces.set(id, place);
  }
  return mergedPlaces;
}

/** Whether a table marks an object as free that its hidden table places (7.5.8.4). */
const isHidden = (places: Section['places'], hidden: Section['hidden'], id: number): boolean =>
  hidden.has(id) && places.get(id)?.kind === 'free';

const listObjectPlaces = ({ places, hidden }: Section): [number, Place][] => [...places, ...hidden];

const buildPackedObjectKey = (id: number, place: Place): string =>
  place.kind === 'packed' ? `${id}:${place.stream}:${place.index}` : '';

/**
 * Text inside a stream or string that readers would take for an object or table when they scan the
 * file.
 */
const HIDDEN_OBJECT = /\d[\0\s]+obj|[\r\n][\0\t ]*(?:xref|trailer)\b/;

class PdfObjects {
  readonly #text: string;
  readonly #objects: ReadonlyMap<number, PlainObject>;
  readonly #places: ReadonlyMap<number, Place>;
  readonly #oldPlaces: ReadonlyMap<number, Place>;
  /** Objects in object streams, by the stream's number. */
  readonly #packed = new Map<number, Map<number, PdfValue>>();

  constructor(text: string, sections: readonly Section[], room: ParseLimits) {
    this.#text = text;
    this.#places = mergeObjectPlaces(sections, true);
    this.#oldPlaces = mergeObjectPlaces(sections, false);
    this.#objects = readObjects(text, sections, room);
    this.#checkNewest();
    this.#checkGaps(sections);
    const knownKeys = new Set(
      sections.flatMap((section) =>
        listObjectPlaces(section).map(([id, place]) => buildPackedObjectKey(id, place)),
      ),
    );
    for (const object of this.#objects.values()) this.#unpackObjects(object, room, knownKeys);
  }

  resolve: Resolve = (value) => this.#resolveBy(this.#places, value);

  resolveOld: Resolve = (value) => this.#resolveBy(this.#oldPlaces, value);

  #resolveBy(places: ReadonlyMap<number, Place>, value: PdfValue | undefined): PdfValue {
    let resolvedValue = value ?? null;
    for (
      let steps = 0;
      typeof resolvedValue === 'object' && resolvedValue !== null && 'ref' in resolvedValue;
      steps += 1
    ) {
      if (steps > 8) throw new PdfError('a reference');
      const { ref, generation } = resolvedValue;
      const place = places.get(ref);
      // Readers disagree on whether this is another object or none.
      const isOther = place?.kind === 'plain' ? place.generation !== generation : generation !== 0;
      if (isOther) throw new PdfError('another generation');
      if (place?.kind === 'plain') resolvedValue = this.#objects.get(place.at)?.value ?? null;
      else if (place?.kind === 'packed')
        resolvedValue = this.#packed.get(place.stream)?.get(ref) ?? null;
      else resolvedValue = null;
    }
    return resolvedValue;
  }

  /**
   * Of two versions of an object, readers that rebuild the table use the last one in the file: that
   * must be the newest.
   */
  #checkNewest(): void {
    for (const [at, { id }] of this.#objects) {
      const place = this.#places.get(id);
      if (place?.kind === 'plain' ? place.at < at : place?.kind === 'packed')
        throw new PdfError('an object twice');
    }
  }

  /** Offset after an object, including its stream and `endobj`. */
  #findEnd(object: PlainObject): number {
    const reader = new PdfReader(this.#text, object.end);
    if (object.stream !== null) {
      reader.at = object.stream + this.#readLength(object);
      reader.skipWhiteSpace();
      if (!reader.tryReadWord('endstream')) throw new PdfError('the end of a stream');
    }
    reader.skipWhiteSpace();
    if (!reader.tryReadWord('endobj')) throw new PdfError('the end of an object');
    return reader.at;
  }

  #readLength({ value }: PlainObject): number {
    const length = this.resolve(requireDict(value).get('Length'));
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0)
      throw new PdfError('a length');
    return length;
  }

  /**
   * Checks that the gaps between known objects and tables contain nothing that a reader without the
   * tables would take for an object or table.
   */
  #checkGaps(sections: readonly Section[]): void {
    const ranges = [
      ...[...this.#objects].map(([from, object]) => [from, this.#findEnd(object)] as const),
      ...sections.map(({ from, end }) => [from, end] as const),
    ].toSorted(([a], [b]) => a - b);
    let at = 0;
    for (const [from, end] of [...ranges, [this.#text.length, this.#text.length] as const]) {
      // An xref stream is an object too.
      if (from < at && end !== from) throw new PdfError('objects within each other');
      const body = this.#text.slice(this.#text.indexOf('obj', from) + 'obj'.length, end);
      if (this.#objects.has(from) && HIDDEN_OBJECT.test(body))
        throw new PdfError('an object in another');
      const gap = this.#text.slice(at, from);
      const words = gap.replaceAll(/%[^\r\n]*/g, ' ');
      if (/\d[\0\s]+obj/.test(gap) || /(?:^|[^a-z])(?:obj|xref|trailer)(?![a-z])/i.test(words))
        throw new PdfError('something more');
      at = Math.max(at, end);
    }
  }

  /** Reads objects from an object stream (7.5.7); each must be listed in a table. */
  #unpackObjects(
    { id, value, stream, ...object }: PlainObject,
    room: ParseLimits,
    knownKeys: ReadonlySet<string>,
  ): void {
    if (!isPdfDict(value) || stream === null || readPdfName(value.get('Type')) !== 'ObjStm') return;
    const length = this.#readLength({ id, value, stream, ...object });
    const packedBytes = Buffer.from(this.#text.slice(stream, stream + length), 'latin1');
    const body = Buffer.from(unpackPdfStream(requireDict(value), packedBytes, room)).toString(
      'latin1',
    );
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
      if (!knownKeys.has(`${number}:${id}:${index}`)) throw new PdfError('an object of no table');
      const end = index + 1 < count ? first + next : body.length;
      values.set(number, new PdfReader(body, first + at, end, room).readValue());
    }
    this.#packed.set(id, values);
  }
}

/**
 * Reads a file by its xref tables, as renderers do. Rejects a file that reads differently without
 * them.
 * @throws PdfError
 */
export function readPdfFile(bytes: Uint8Array): PdfFile {
  const text = Buffer.from(bytes).toString('latin1');
  const room: ParseLimits = { bytes: UNPACKED_BYTES, values: MAX_VALUES };
  const sections = readXrefSections(text, findNewestXrefTable(text, room), room);
  const trailer = sections[0]?.trailer;
  if (!trailer) throw new PdfError('a trailer');
  const root = JSON.stringify(trailer.get('Root'));
  for (const section of sections) {
    requireDict(section.trailer);
    const otherRoot = section.trailer.get('Root');
    if (otherRoot !== undefined && JSON.stringify(otherRoot) !== root)
      throw new PdfError('two roots');
  }
  const isEncrypted = sections.some((section) => section.trailer.has('Encrypt'));
  // Encrypted content is not read further.
  if (isEncrypted)
    return { trailer: new Map([['Encrypt', null]]), resolve: () => null, resolveOld: () => null };
  const reading = new PdfObjects(text, sections, room);
  const { resolve, resolveOld: resolveWithoutObjectStreams } = reading;
  return { trailer, resolve, resolveOld: resolveWithoutObjectStreams };
}
