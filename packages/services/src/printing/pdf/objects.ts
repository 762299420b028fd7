/** What is not written as ISO 32000-2 has it, or in a way two readers could take differently. */
export class PdfError extends Error {}

export type Name = { readonly name: string };
export type Ref = { readonly ref: number; readonly generation: number };
export type Dict = ReadonlyMap<string, PdfValue>;
/** A string's text is of no interest here. */
export type PdfValue = number | boolean | null | 'string' | Name | Ref | Dict | readonly PdfValue[];

/** An object that stands in the file by itself (7.3.10). */
export type PlainObject = {
  id: number;
  generation: number;
  value: PdfValue;
  /** Where the bytes of its stream begin; null without one. */
  stream: number | null;
  /** Behind its value, or behind the word `stream` and its line end. */
  end: number;
};

const MAX_DEPTH = 64;

const WHITE = new Set(['\0', '\t', '\n', '\f', '\r', ' ']);
const DELIMITERS = new Set(['(', ')', '<', '>', '[', ']', '{', '}', '/', '%']);
const HEADER = /(\d{1,9})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj(?![A-Za-z0-9])/y;
const REFERENCE = /(\d{1,9})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![A-Za-z0-9])/y;
const NUMBER = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})$/;

const isName = (value: PdfValue | undefined): value is Name =>
  typeof value === 'object' && value !== null && 'name' in value;
export const isRef = (value: PdfValue | undefined): value is Ref =>
  typeof value === 'object' && value !== null && 'ref' in value;
export const isDict = (value: PdfValue | undefined): value is Dict => value instanceof Map;
export const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] =>
  Array.isArray(value);

/** What a name says; '' for what is none. */
export const readName = (value: PdfValue | undefined): string => (isName(value) ? value.name : '');

/** Those with two values of one key, of which readers take either. */
const TWICE = new WeakSet<Dict>();

/** A dictionary that reads in one way only. @throws PdfError */
export function requireDict(value: PdfValue | undefined): Dict {
  if (!isDict(value) || TWICE.has(value)) throw new PdfError('a dictionary');
  return value;
}

/** Reads values out of a text of one byte a character, up to `end`. In linear time. */
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

  /** White space and comments. */
  skipWhite(): void {
    while (this.at < this.#end) {
      const character = this.#text.charAt(this.at);
      if (character === '%') this.#skipLine();
      else if (WHITE.has(character)) this.at += 1;
      else return;
    }
  }

  /** Whether this word stands here; then it is read. */
  takes(word: string): boolean {
    const isHere = this.at + word.length <= this.#end && this.#text.startsWith(word, this.at);
    if (isHere) this.at += word.length;
    return isHere;
  }

  value(depth = 0): PdfValue {
    this.skipWhite();
    this.#room.values -= 1;
    if (this.at >= this.#end || depth > MAX_DEPTH || this.#room.values < 0)
      throw new PdfError('a value');
    const character = this.#text.charAt(this.at);
    if (character === '/') return { name: this.#name() };
    if (character === '(') return this.#string();
    if (character === '[') return this.#array(depth);
    if (this.takes('<<')) return this.#dict(depth);
    if (character === '<') return this.#hexString();
    return this.#reference() ?? this.#word();
  }

  /** `12 0 obj`, what it is, and whether a stream follows. */
  object(): PlainObject {
    this.skipWhite();
    HEADER.lastIndex = this.at;
    const header = HEADER.exec(this.#text);
    if (!header) throw new PdfError('an object');
    this.at += header[0].length;
    const [id, generation] = [Number(header[1]), Number(header[2])];
    const value = this.value();
    this.skipWhite();
    const isStream = this.takes('stream');
    if (isStream && !this.takes('\r\n') && !this.takes('\n')) throw new PdfError('a stream');
    return { id, generation, value, stream: isStream ? this.at : null, end: this.at };
  }

  #skipLine(): void {
    while (this.at < this.#end && !/[\r\n]/.test(this.#text.charAt(this.at))) this.at += 1;
  }

  /** `/Na#6de` */
  #name(): string {
    const from = this.at + 1;
    this.at = this.#regularEnd(from);
    const written = this.#text.slice(from, this.at);
    return written.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #regularEnd(from: number): number {
    let at = from;
    while (
      at < this.#end &&
      !WHITE.has(this.#text.charAt(at)) &&
      !DELIMITERS.has(this.#text.charAt(at))
    )
      at += 1;
    return at;
  }

  #string(): 'string' {
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

  #hexString(): 'string' {
    const end = this.#text.indexOf('>', this.at);
    if (end < 0 || end >= this.#end) throw new PdfError('a string');
    this.at = end + 1;
    return 'string';
  }

  #array(depth: number): PdfValue[] {
    this.at += 1;
    const values: PdfValue[] = [];
    for (;;) {
      this.skipWhite();
      if (this.takes(']')) return values;
      values.push(this.value(depth + 1));
    }
  }

  #dict(depth: number): Dict {
    const dict = new Map<string, PdfValue>();
    for (;;) {
      this.skipWhite();
      if (this.takes('>>')) return dict;
      if (this.#text.charAt(this.at) !== '/') throw new PdfError('a key');
      const key = this.#name();
      const value = this.value(depth + 1);
      if (dict.has(key)) TWICE.add(dict);
      else dict.set(key, value);
    }
  }

  #reference(): Ref | null {
    REFERENCE.lastIndex = this.at;
    const found = REFERENCE.exec(this.#text);
    if (!found || this.at + found[0].length > this.#end) return null;
    this.at += found[0].length;
    return { ref: Number(found[1]), generation: Number(found[2]) };
  }

  #word(): number | boolean | null {
    const from = this.at;
    this.at = this.#regularEnd(from);
    const word = this.#text.slice(from, this.at);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (NUMBER.test(word)) return Number(word);
    // `59endobj`, of programs that save a line end.
    const number = word.endsWith('endobj') ? word.slice(0, -'endobj'.length) : '';
    this.at = from + number.length;
    if (NUMBER.test(number)) return Number(number);
    throw new PdfError('a word');
  }
}
