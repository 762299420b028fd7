import { isProgramStart, countData } from './lines.ts';

const ESC = 0x1b;
const BANG = 0x21;
const CR = 0x0d;
const LF = 0x0a;

const MAX_LINE_LENGTH = 4096;
export type LexerEvents = {
  /** All lines up to and including a `PRINT`. */
  format: (bytes: Buffer) => void;
  /** `ESC !` and a letter, executed on arrival. */
  immediate: (letter: string) => void;
  /** `~!` and a letter, executed in stream order. */
  control: (letter: string) => void;
  lost: (bytes: number, reason: string) => void;
  /** Each complete line, instead of `format`. */
  line?: (bytes: Buffer) => void;
};

export type LexerRules = {
  /** A format longer than this exceeds the printer's memory and is lost. */
  mostFormatBytes: number;
  /** Whether `ESC !` is also detected inside the dots of a BITMAP. */
  immediates: 'everywhere' | 'between lines';
};

/** Parses the input of one connection byte by byte: lines, dots, immediate commands. */
export class Lexer {
  /** The event handlers; a lexer left by a closed connection can be reused. */
  on: LexerEvents;
  readonly #rules: LexerRules;
  #line = '';
  #lines: Buffer[] = [];
  #held = 0;
  /** The header of a BITMAP; the remaining and the received dots. */
  #head = '';
  #due = 0;
  #dots: number[] = [];
  /** Between `DOWNLOAD "X.BAS"` and EOP. */
  #isProgram = false;
  /** ESC ! D: all further input is dumped. */
  #isDumping = false;
  /** Number of matched bytes of `ESC !`. */
  #lead = 0;

  constructor(rules: LexerRules, on: LexerEvents) {
    this.#rules = rules;
    this.on = on;
  }

  get inFormat(): boolean {
    return this.#held > 0 || this.#head !== '' || this.#line.trim() !== '';
  }

  /** Bytes without a PRINT so far. */
  get held(): number {
    return this.#held + this.#head.length + this.#dots.length + this.#line.length;
  }

  /** Unfinished input that the next bytes continue. */
  get pending(): string | null {
    if (this.#isDumping) return 'dump mode';
    if (this.#due > 0) return `${this.#due} bytes of data`;
    if (this.#isProgram) return 'a program';
    if (this.#line.trim() !== '' || this.#head !== '') return 'a line';
    return this.#held > 0 ? 'lines without PRINT' : null;
  }

  push(bytes: Uint8Array): void {
    for (const byte of bytes) this.#byte(byte);
  }

  cancel(reason: string): void {
    if (this.inFormat) this.on.lost(this.held, reason);
    this.#line = '';
    this.#head = '';
    this.#lines = [];
    this.#held = 0;
    this.#due = 0;
    this.#dots = [];
    this.#lead = 0;
    this.#isProgram = false;
    this.#isDumping = false;
  }

  #byte(byte: number): void {
    if (this.#due > 0) {
      if (this.#rules.immediates === 'everywhere') this.#watch(byte);
      this.#dots.push(byte);
      this.#due -= 1;
      return;
    }
    if (this.#watch(byte)) return;
    if (this.#isDumping) return;
    if (byte === CR || byte === LF) this.#endLine();
    else this.#inLine(byte);
  }

  /** Whether the byte belongs to an immediate command; the third byte executes it. */
  #watch(byte: number): boolean {
    if (byte === ESC) this.#lead = 1;
    else if (this.#lead === 1 && byte === BANG) this.#lead = 2;
    else if (this.#lead === 2) {
      this.#lead = 0;
      if (byte === 0x44) this.#isDumping = true;
      this.on.immediate(String.fromCharCode(byte));
      return true;
    } else this.#lead = 0;
    return this.#lead > 0;
  }

  #inLine(byte: number): void {
    if (this.#line.length >= MAX_LINE_LENGTH) return;
    this.#line += String.fromCharCode(byte);
    const poll = /^\s*~!(.)$/s.exec(this.#line);
    if (poll) {
      this.#line = '';
      if (poll[1] === 'D') this.#isDumping = true;
      this.on.control(poll[1] ?? '');
      return;
    }
    if (byte !== 0x2c) return;
    const size = this.#isProgram || this.#head !== '' ? null : countData(this.#line);
    if (size === null) return;
    this.#due = size;
    this.#head = this.#line;
    this.#line = '';
  }

  #endLine(): void {
    const line = this.#head + this.#line;
    if (line.trim() === '') {
      this.#line = '';
      return;
    }
    const bytes = Buffer.concat([
      Buffer.from(this.#head, 'latin1'),
      Buffer.from(this.#dots),
      Buffer.from(`${this.#line}\r\n`, 'latin1'),
    ]);
    this.#line = '';
    this.#head = '';
    this.#dots = [];
    this.#lines.push(bytes);
    this.#held += bytes.length;
    if (this.#held > this.#rules.mostFormatBytes) this.cancel('out of memory');
    else this.#whole(line);
  }

  #whole(line: string): void {
    if (isProgramStart(line)) this.#isProgram = true;
    else if (/^\s*EOP\s*$/i.test(line)) this.#isProgram = false;
    if (this.#isProgram) return;
    if (this.on.line) this.#hand(this.on.line);
    else if (/^\s*(?:PRINT|RUN)\b/i.test(line)) this.#hand(this.on.format);
  }

  #hand(take: (bytes: Buffer) => void): void {
    const bytes = Buffer.concat(this.#lines);
    this.#lines = [];
    this.#held = 0;
    take(bytes);
  }
}
