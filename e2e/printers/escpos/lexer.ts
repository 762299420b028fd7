import { getCommand, DLE, ESC, FS, GS, type Known, type Shape, getShape } from './commands.ts';
import { RealTime, type RealTimeCommand } from './realtime.ts';
import { type EscposOp, getPicture, RowTaker } from './ops.ts';

export type LexerEvents = {
  op: (op: EscposOp) => void;
  realTime: (command: RealTimeCommand) => void;
  lost: (bytes: number, reason: string) => void;
};

export type LexerRules = Known & {
  /**
   * Where real-time commands are detected: everywhere, also as parameters or dots; everywhere,
   * removed from their context; or only where a command may start.
   */
  realTime: 'everywhere' | 'taken out' | 'between commands';
  /**
   * In kanji mode a byte from 81H combines with any next byte, or with a valid second byte only.
   */
  pairs: 'any byte' | 'valid bytes';
  /** A picture whose height is a multiple of this consumes one row more (0: never). */
  greedyRows: number;
};

/** Modes that one connection sets for all. */
export type Modes = { kanji: boolean };

const NAMES: Readonly<Record<number, string>> = {
  0x09: 'HT',
  0x0a: 'LF',
  0x0c: 'FF',
  0x0d: 'CR',
  0x18: 'CAN',
};
const MAX_TEXT = 1024;

/** The part of a command after its header. */
type Data =
  | { take: 'rows'; rows: RowTaker }
  | { take: 'columns'; left: number; raw: number[] }
  | { take: 'nothing'; left: number }
  | { take: 'to NUL' };

/** Parses input byte by byte: text, commands, and rows of pictures as they arrive. */
export class Lexer {
  /** The event handlers; a lexer left by a closed connection can be reused. */
  on: LexerEvents;
  readonly #rules: LexerRules;
  readonly #modes: Modes;
  readonly #defaults: Modes;
  readonly #realTime = new RealTime();
  #head: number[] = [];
  #data: Data | null = null;
  #codes: number[] = [];
  #first: number | null = null;

  constructor(rules: LexerRules, modes: Modes, defaults: Modes, on: LexerEvents) {
    this.#rules = rules;
    this.#modes = modes;
    this.#defaults = defaults;
    this.on = on;
  }

  get inFormat(): boolean {
    return this.#head.length > 0 || this.#data !== null || this.#first !== null;
  }

  get held(): number {
    const data = this.#data;
    const taken =
      data?.take === 'rows' ? data.rows.held : data?.take === 'columns' ? data.raw.length : 0;
    return this.#head.length + taken + (this.#first === null ? 0 : 1);
  }

  push(bytes: Uint8Array): void {
    const { realTime } = this.#rules;
    for (const byte of bytes) {
      const { command, passed } = this.#realTime.push(byte);
      if (realTime === 'taken out') for (const one of passed) this.#byte(one);
      else this.#byte(byte);
      // After the byte, because the command may reset the parser here.
      if (command && realTime !== 'between commands') this.on.realTime(command);
    }
    this.#text();
    this.#slice();
  }

  cancel(reason: string): void {
    if (this.inFormat) this.on.lost(this.held, reason);
    this.#head = [];
    this.#data = null;
    this.#codes = [];
    this.#first = null;
    this.#realTime.reset();
  }

  #byte(byte: number): void {
    if (this.#data) this.#inData(this.#data, byte);
    else if (this.#head.length > 0) this.#inHead(byte);
    else if (this.#first !== null) this.#second(this.#first, byte);
    else this.#plain(byte);
  }

  #plain(byte: number): void {
    if (byte === DLE || byte === ESC || byte === FS || byte === GS) {
      this.#text();
      this.#head = [byte];
    } else if (byte < 0x20) {
      const name = NAMES[byte];
      this.#text();
      if (name) this.#command(name, [], [byte]);
    } else if (byte > 0x80 && byte < 0xff && this.#modes.kanji) this.#first = byte;
    else this.#code(byte);
  }

  #second(first: number, byte: number): void {
    this.#first = null;
    const valid = byte >= 0x40 && byte !== 0x7f && byte !== 0xff;
    if (valid || this.#rules.pairs === 'any byte') return this.#code(first * 256 + byte);
    this.#code(first);
    this.#plain(byte);
  }

  #code(code: number): void {
    this.#codes.push(code);
    if (this.#codes.length >= MAX_TEXT) this.#text();
  }

  #text(): void {
    if (this.#codes.length === 0) return;
    const codes = this.#codes;
    this.#codes = [];
    const raw = Uint8Array.from(codes.flatMap((code) => (code > 255 ? [code >> 8, code] : [code])));
    this.on.op({ kind: 'text', codes, raw, heavy: false });
  }

  #command(name: string, args: readonly number[], raw: readonly number[]): void {
    if (name === 'FS &') this.#modes.kanji = true;
    if (name === 'FS .') this.#modes.kanji = false;
    if (name === 'ESC @') this.#modes.kanji = this.#defaults.kanji;
    this.on.op({ kind: 'command', name, args, raw: Uint8Array.from(raw), heavy: false });
  }

  #inHead(byte: number): void {
    this.#head.push(byte);
    const shape = getShape(this.#head, this.#rules);
    if (shape.kind === 'more') return;
    const head = this.#head;
    this.#head = [];
    this.#headed(head, shape);
  }

  #headed(head: readonly number[], shape: Exclude<Shape, { kind: 'more' }>): void {
    const { name, args } = getCommand(head);
    if (shape.kind === 'unknown') {
      // DLE alone has no meaning and does not consume the next byte.
      const again = head[0] === DLE ? head.slice(1) : [];
      if (head[0] !== DLE)
        this.on.op({ kind: 'unknown', name, raw: Uint8Array.from(head), heavy: false });
      for (const byte of again) this.#byte(byte);
      return;
    }
    if (shape.kind === 'to NUL') {
      this.#data = { take: 'to NUL' };
      return this.#command(name, args, head);
    }
    const picture = getPicture(name, args);
    if (picture) {
      const { greedyRows } = this.#rules;
      const greedy = picture.to === 'paper' && greedyRows > 0 && picture.height % greedyRows === 0;
      const data = { bytes: shape.data, extraRows: greedy ? 1 : 0 };
      this.#data = { take: 'rows', rows: new RowTaker(head, picture, data) };
    } else if (name === 'ESC *') this.#data = { take: 'columns', left: shape.data, raw: [...head] };
    else {
      this.#data = { take: 'nothing', left: shape.data };
      if (head[0] === DLE) this.#inTurn(name, args);
      else this.#command(name, args, head);
    }
    this.#ended();
  }

  #inTurn(name: string, args: readonly number[]): void {
    if (this.#rules.realTime !== 'between commands') return;
    if (name === 'DLE EOT' || name === 'DLE ENQ' || name === 'DLE DC4')
      this.on.realTime({ name, args });
  }

  #inData(data: Data, byte: number): void {
    if (data.take === 'to NUL') {
      if (byte === 0) this.#data = null;
      return;
    }
    if (data.take === 'rows') {
      if (data.rows.take(byte)) this.#slice();
    } else {
      data.left--;
      if (data.take === 'columns') data.raw.push(byte);
    }
    this.#ended();
  }

  /** Emits the complete rows. */
  #slice(): void {
    const op = this.#data?.take === 'rows' ? this.#data.rows.slice() : null;
    if (op) this.on.op(op);
  }

  #ended(): void {
    const data = this.#data;
    if (!data || data.take === 'to NUL') return;
    if (data.take === 'rows' ? !data.rows.done : data.left > 0) return;
    this.#slice();
    this.#data = null;
    if (data.take !== 'columns') return;
    const raw = Uint8Array.from(data.raw);
    const [, , mode = 0] = raw;
    this.on.op({ kind: 'columns', mode, data: raw.subarray(5), raw, heavy: true });
  }
}
