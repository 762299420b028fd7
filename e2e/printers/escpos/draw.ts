import { createHash } from 'node:crypto';
import type { Scribe, Step } from '../works/stream.ts';
import { LineBuffer } from './line-buffer.ts';
import { Lexer, type LexerRules, type Modes } from './lexer.ts';
import type { EscposOp, Picture } from './ops.ts';
import { Pictures } from './pictures.ts';
import { createBlankPiece, type DrawnPiece, Paper, type Stock } from './paper.ts';
import { Standing } from './standing.ts';
import {
  type Settings,
  applyCommand,
  createPowerUpSettings,
  type SettingsRules,
} from './settings.ts';

export type DrawRules = SettingsRules & {
  stock: Stock;
  /** Two-byte characters, when enabled. */
  kanji: boolean;
  /** FF with the head at the start of a label. */
  formFeedAtTop: 'nothing' | 'feeds a label';
  /** Within a line, a command that needs the line start is ignored, or prints the line first. */
  midLine: 'ignored' | 'prints the line';
  carriageReturn: 'ignored' | 'line feed';
  lexer: LexerRules;
};

const PAGE = new Set(['ESC S', 'ESC @', 'FF']);

/** Executes operations on paper. */
export class Draughtsman implements Scribe<DrawnPiece, EscposOp> {
  readonly #rules: DrawRules;
  readonly #paper: Paper;
  readonly #line = new LineBuffer();
  #settings: Settings;
  readonly #pictures: Pictures;
  readonly #standing = new Standing();

  constructor(rules: DrawRules) {
    this.#rules = rules;
    this.#paper = new Paper(rules.stock);
    this.#pictures = new Pictures(rules.stock.headDots, (line) => this.#paper.row(line));
    this.#settings = createPowerUpSettings(rules);
  }

  begun = createBlankPiece;

  identity = (piece: DrawnPiece): string =>
    createHash('sha256')
      .update(piece.bitmap.ink().hash())
      .update(piece.text)
      .digest('hex')
      .slice(0, 32);

  blank = (piece: DrawnPiece): boolean => piece.bitmap.blackDots() === 0;

  parse = (bytes: Buffer): EscposOp[] => listOps(bytes, this.#rules);

  /** Settings, stored objects and the content of the line, for comparison. */
  describe(): Record<string, unknown> {
    return {
      ...this.#settings,
      ...this.#standing.describe(),
      line: this.#line.text,
      x: this.#line.x,
      labelsBegin: this.#paper.startDots,
      isAtTop: this.#paper.atTop,
      y: this.#paper.y,
    };
  }

  powerOff(): void {
    this.#standing.powerOff();
    this.#settings = createPowerUpSettings(this.#rules);
    this.#paper.startDots = 0;
    this.back(null, 0);
  }

  back(piece: DrawnPiece | null, dots: number): void {
    this.#line.clear();
    this.#pictures.forget();
    this.#settings = { ...this.#settings, pageMode: false };
    this.#paper.back(piece, dots);
  }

  take(op: EscposOp): Step<DrawnPiece>[] {
    this.#paper.received(op.raw);
    if (!this.#standing.admits(op)) return this.#paper.steps();
    const macro = this.#standing.record(op);
    if (op.kind === 'command') this.#standing.keep(op);
    if (macro.length > 0) return macro.flatMap((repeated) => this.take(repeated));
    if (op.kind === 'unknown') this.#paper.defect(`no such command: ${op.name}`);
    else if (this.#settings.pageMode) this.#onPage(op);
    else if (op.kind === 'text') this.#text(op.codes);
    else if (op.kind === 'columns') this.#line.columns(op.mode, op.data, this.#room);
    else if (op.kind === 'rows') {
      if (op.picture) this.#picture(op.picture);
      this.#pictures.rows(op.rows, op.bytesPerRow);
    } else this.#command(op.name, op.args);
    return this.#paper.steps();
  }

  #onPage(op: EscposOp): void {
    if (op.kind !== 'command') return this.#paper.defect('drawn in page mode');
    if (PAGE.has(op.name)) this.#settings = { ...this.#settings, pageMode: false };
    if (op.name === 'ESC @') this.#command(op.name, op.args);
  }

  /** Dots from the left margin to the right end of the print area. */
  get #room(): number {
    const { leftDots, widthDots } = this.#settings;
    const all = Math.max(this.#rules.stock.headDots - leftDots, 1);
    return Math.min(widthDots ?? all, all);
  }

  #text(codes: readonly number[]): void {
    for (const code of codes) {
      if (this.#line.letter(code, this.#settings, this.#room)) continue;
      this.#print(this.#settings.lineDots);
      this.#line.letter(code, this.#settings, this.#room);
    }
  }

  /** Prints the line buffer and feeds at least this distance. */
  #print(feedDots: number): void {
    const { leftDots, align } = this.#settings;
    const left = leftDots + Math.floor((this.#room - Math.min(this.#line.x, this.#room)) * align);
    const drawn = this.#line.drawn(this.#rules.stock.headDots, left);
    if (this.#line.text) this.#paper.say(this.#line.text);
    this.#line.clear();
    for (let y = 0; y < drawn.height; y++)
      this.#paper.row(drawn.data.subarray(y * drawn.bytesPerRow, (y + 1) * drawn.bytesPerRow));
    this.#paper.feed(feedDots - drawn.height);
  }

  /** Whether the line is empty, if necessary after printing it. */
  #lineStart(what: string): boolean {
    if (this.#line.empty) return true;
    if (this.#rules.midLine === 'ignored') this.#paper.defect(`${what} in the middle of a line`);
    else this.#print(this.#settings.lineDots);
    return this.#line.empty;
  }

  #command(name: string, args: readonly number[]): void {
    const [n = 0] = args;
    const { unit, lineDots } = this.#settings;
    if (name === 'LF' || (name === 'CR' && this.#rules.carriageReturn === 'line feed'))
      this.#print(lineDots);
    else if (name === 'ESC J') this.#feed(n * unit.y);
    else if (name === 'ESC d') this.#feed(n * lineDots);
    else if (name === 'FF') this.#formFeed();
    else if (name === 'GS FF') this.#toLabel(false);
    else if (name === 'FS ( L') this.#labelControl(args);
    else if (name === 'GS V') this.#cut(args);
    else if (name === 'ESC i' || name === 'ESC m') this.#cut([0]);
    else if (name === 'GS ( F') this.#adjust(args);
    else if (name === 'GS ( L') this.#graphics(args);
    else if (name === 'ESC $') this.#line.x = Math.round((n + (args[1] ?? 0) * 256) * unit.x);
    else if (name === 'HT') this.#line.x = (Math.floor(this.#line.x / 96) + 1) * 96;
    else this.#set(name, args);
  }

  #set(name: string, args: readonly number[]): void {
    if (name === 'ESC @') {
      this.#line.clear();
      this.#pictures.forget();
      this.#paper.startDots = 0;
    }
    const at = { rules: this.#rules, lineStart: this.#line.empty };
    this.#settings = applyCommand(name, args, this.#settings, at) ?? this.#settings;
  }

  #feed(dots: number): void {
    this.#print(dots);
    this.#paper.fed();
  }

  #formFeed(): void {
    if (this.#rules.stock.kind !== 'labels') return;
    if (!this.#line.empty) this.#print(this.#settings.lineDots);
    this.#toLabel(this.#rules.formFeedAtTop === 'feeds a label');
  }

  #toLabel(always: boolean): void {
    if (this.#rules.stock.kind !== 'labels') return;
    if (always || !this.#paper.atTop) this.#paper.nextLabel();
  }

  /**
   * FS ( L: 65 feeds to the peel position, 66 to the cut position, 67 to the next print position.
   */
  #labelControl([fn = 0, m = 0]: readonly number[]): void {
    if (fn < 65 || fn > 67 || !this.#lineStart('FS ( L')) return;
    if (fn === 67 && m % 48 === 2) return;
    this.#toLabel(m % 48 === 1);
  }

  /** GS V: from 65 on the paper is first fed to the cutter. */
  #cut([m = 0, n = 0]: readonly number[]): void {
    if (!this.#lineStart('GS V')) return;
    const { kind, cutterDots } = this.#rules.stock;
    if (m >= 65) this.#paper.feed(cutterDots + n * this.#settings.unit.y);
    if (kind === 'roll, cut') this.#paper.cut();
    else this.#paper.fed();
  }

  /** GS ( F: a = 1 adjusts the print start; a = 2, the cut position, has no effect here. */
  #adjust([a = 0, m = 0, nL = 0, nH = 0]: readonly number[]): void {
    if (a !== 1) return;
    const dots = Math.round((nL + nH * 256) * this.#settings.unit.y);
    this.#paper.startDots = m % 48 === 1 ? -dots : dots;
  }

  #picture(picture: Picture): void {
    // A position set by ESC $ is not printable content.
    const placed = !this.#line.printable || this.#lineStart('a picture');
    const { leftDots, align } = this.#settings;
    const width = Math.min(picture.width * picture.scale.x, this.#room);
    const left = leftDots + this.#line.x + Math.floor((this.#room - width) * align);
    this.#pictures.begin(picture, placed ? { left, right: leftDots + this.#room } : null);
    if (placed && picture.to === 'paper') this.#line.clear();
  }

  /** Function 50. */
  #graphics([, fn = 0]: readonly number[]): void {
    if (fn !== 2 && fn !== 50) return;
    this.#line.clear();
    this.#pictures.printStored();
  }
}

/** Parses the bytes into operations for a printer after power on. */
const listOps = (bytes: Uint8Array, rules: DrawRules): EscposOp[] => {
  const ops: EscposOp[] = [];
  const modes: Modes = { kanji: rules.kanji };
  const on = { op: (op: EscposOp) => ops.push(op), realTime: () => {}, lost: () => {} };
  new Lexer(rules.lexer, modes, { ...modes }, on).push(bytes);
  return ops;
};

/** The dots a printer prints of these bytes after power on, up to the last complete piece. */
export const listPieces = (bytes: Uint8Array, rules: DrawRules): DrawnPiece[] => {
  const draughtsman = new Draughtsman(rules);
  return listOps(bytes, rules)
    .flatMap((op) => draughtsman.take(op))
    .flatMap(({ piece }) => piece ?? []);
};
