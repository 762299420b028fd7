/** The file violates ISO 32000-2, or two readers could interpret it differently. */
export class PdfError extends Error {}

export type Name = { readonly name: string };
export type Ref = { readonly ref: number; readonly generation: number };
export type Dict = ReadonlyMap<string, PdfValue>;
/** A PDF value. The text of strings is not needed. */
export type PdfValue = number | boolean | null | 'string' | Name | Ref | Dict | readonly PdfValue[];

/** An object directly in the file (7.3.10). */
export type PlainObject = {
  id: number;
  generation: number;
  value: PdfValue;
  /** Offset of the stream's bytes; null without a stream. */
  stream: number | null;
  /** Offset after the value, or after `stream` and its line end. */
  end: number;
};

const MAX_DEPTH = 64;

const WHITE = new Set(['\0', '\t', '\n', '\f', '\r', ' ']);
const DELIMITERS = new Set(['(', ')', '<', '>', '[', ']', '{', '}', '/', '%']);
const HEADER = /(\d{1,9})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj(?![A-Za-z0-9])/y;
const REFERENCE = /(\d{1,9})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![A-Za-z0-9])/y;
const NUMBER = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/;

const isPdfName = (value: PdfValue | undefined): value is Name =>
  typeof value === 'object' && value !== null && 'name' in value;
export const isPdfRef = (value: PdfValue | undefined): value is Ref =>
  typeof value === 'object' && value !== null && 'ref' in value;
export const isPdfDict = (value: PdfValue | undefined): value is Dict => value instanceof Map;
export const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] =>
  Array.isArray(value);

/** Text of a name; empty for other values. */
export const readPdfName = (value: PdfValue | undefined): string =>
  isPdfName(value) ? value.name : '';

/** Dictionaries with a duplicate key; readers disagree on the value. */
const DICTS_WITH_DUPLICATE_KEYS = new WeakSet<Dict>();

/** Returns a dictionary without duplicate keys. @throws PdfError */
export function requireDict(value: PdfValue | undefined): Dict {
  if (!isPdfDict(value) || DICTS_WITH_DUPLICATE_KEYS.has(value)) throw new PdfError('a dictionary');
  return value;
}

/** Reads values from text with one byte per character, up to `end`. Runs in linear time. */
export class PdfReader {
  readonly #text: string;
  readonly #end: number;
  readonly #room: { values: number };
  at: number;

  constructor(
    text: string,
    at: number,
    end = text.length,
    room: { values: number } = { values: Infinity },
  ) {
    this.#room = room;
    this.#text = text;
    this.#end = end;
    this.at = at;
  }

  /** Skips white space and comments. */
  skipWhiteSpace(): void {
    while (this.at < this.#end) {
      const character = this.#text.charAt(this.at);
      if (character === '%') this.#skipLine();
      else if (WHITE.has(character)) this.at += 1;
      else return;
    }
  }

  /** Consumes the word if it is next. Returns whether it was. */
  tryReadWord(word: string): boolean {
    const isHere = this.at + word.length <= this.#end && this.#text.startsWith(word, this.at);
    if (isHere) this.at += word.length;
    return isHere;
  }

  readValue(depth = 0): PdfValue {
    this.skipWhiteSpace();
    this.#room.values -= 1;
    if (this.at >= this.#end || depth > MAX_DEPTH || this.#room.values < 0)
      throw new PdfError('a value');
    const character = this.#text.charAt(this.at);
    if (character === '/') return { name: this.#readName() };
    if (character === '(') return this.#readString();
    if (character === '[') return this.#readArray(depth);
    if (this.tryReadWord('<<')) return this.#readDict(depth);
    if (character === '<') return this.#readHexString();
    return this.#tryReadReference() ?? this.#readWord();
  }

  /** Reads `12 0 obj`, the value, and whether a stream follows. */
  readObject(): PlainObject {
    this.skipWhiteSpace();
    HEADER.lastIndex = this.at;
    const header = HEADER.exec(this.#text);
    if (!header) throw new PdfError('an object');
    this.at += header[0].length;
    const [id, generation] = [Number(header[1]), Number(header[2])];
    const value = this.readValue();
    this.skipWhiteSpace();
    const isStream = this.tryReadWord('stream');
    if (isStream && !this.tryReadWord('\r\n') && !this.tryReadWord('\n'))
      throw new PdfError('a stream');
    return { id, generation, value, stream: isStream ? this.at : null, end: this.at };
  }

  #skipLine(): void {
    while (this.at < this.#end && !/[\r\n]/.test(this.#text.charAt(this.at))) this.at += 1;
  }

  /** Reads a name, e.g. `/Na#6de`. */
  #readName(): string {
    const from = this.at + 1;
    this.at = this.#findRegularEnd(from);
    const writtenName = this.#text.slice(from, this.at);
    return writtenName.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #findRegularEnd(from: number): number {
    let at = from;
    while (
      at < this.#end &&
      !WHITE.has(this.#text.charAt(at)) &&
      !DELIMITERS.has(this.#text.charAt(at))
    )
      at += 1;
    return at;
  }

  #readString(): 'string' {
    let open = 0;
    for (; this.at < this.#end; this.at += 1) {
      const character = this.#text.charAt(this.at);
      if (character === '\\') this.at += 1;
      else if (character === '(') open += 1;
      else if (character === ')') open -= 1;
      if (open === 0) break;
    }
    if (open !== 0 || this.at >= this.#end) throw new PdfError('a string');
    this.at += 1;
    return 'string';
  }

  #readHexString(): 'string' {
    const end = this.#text.indexOf('>', this.at);
    if (end < 0 || end >= this.#end) throw new PdfError('a string');
    this.at = end + 1;
    return 'string';
  }

  #readArray(depth: number): PdfValue[] {
    this.at += 1;
    const values: PdfValue[] = [];
    for (;;) {
      this.skipWhiteSpace();
      if (this.tryReadWord(']')) return values;
      values.push(this.readValue(depth + 1));
    }
  }

  #readDict(depth: number): Dict {
    const dict = new Map<string, PdfValue>();
    for (;;) {
      this.skipWhiteSpace();
      if (this.tryReadWord('>>')) return dict;
      if (this.#text.charAt(this.at) !== '/') throw new PdfError('a key');
      const key = this.#readName();
      const value = this.readValue(depth + 1);
      if (dict.has(key)) DICTS_WITH_DUPLICATE_KEYS.add(dict);
      else dict.set(key, value);
    }
  }

  #tryReadReference(): Ref | null {
    REFERENCE.lastIndex = this.at;
    const referenceMatch = REFERENCE.exec(this.#text);
    if (!referenceMatch || this.at + referenceMatch[0].length > this.#end) return null;
    this.at += referenceMatch[0].length;
    return { ref: Number(referenceMatch[1]), generation: Number(referenceMatch[2]) };
  }

  #readWord(): number | boolean | null {
    const from = this.at;
    this.at = this.#findRegularEnd(from);
    const word = this.#text.slice(from, this.at);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (NUMBER.test(word)) return Number(word);
    // `59endobj`: some programs omit the line end.
    const number = word.endsWith('endobj') ? word.slice(0, -'endobj'.length) : '';
    this.at = from + number.length;
    if (NUMBER.test(number)) return Number(number);
    throw new PdfError('a word');
  }
}
