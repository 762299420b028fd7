import { describeDots, type Probe } from '../works/probe.ts';
import { Drawing, type DrawnLabel, type DrawRules } from './draw.ts';
import { Lexer, type LexerRules } from './lexer.ts';
import { cyclePower, describeSettings, createPowerUpSettings } from './settings.ts';

export type MachineRules = Partial<DrawRules> & Partial<LexerRules>;

const MAX_COPIES = 50;
const FEEDS = /^(FEED|BACKFEED|BACKUP) +(\d+)/;
const ANSWERED = /^(?:\?|OUT|NFC (?:READ|STATUS|FEATURE))/;
const POLLS = new Set(['?', 'S']);
const RESTARTS = new Set(['R', 'C', 'Q']);

/** A printer without network and timing: bytes in, labels and state out. */
export class Machine {
  readonly labels: unknown[] = [];
  readonly acts: string[] = [];
  readonly answers: string[] = [];
  readonly lost: string[] = [];
  readonly #lexer: Lexer;
  readonly #drawing: Drawing;
  #queue: { label: DrawnLabel; left: number }[] = [];
  #isPaused = false;
  /** Peel mode: a label is at the opening; or the printer waits for a key. */
  #waitsFor: 'hand' | 'key' | null = null;
  #fed = 0;

  constructor(rules: MachineRules = {}) {
    const drawRules = { dotsPerMm: 8, headDots: 400, labelDots: 240, ...rules };
    this.#drawing = new Drawing(createPowerUpSettings(), drawRules);
    const lexerRules: LexerRules = {
      mostFormatBytes: 1024 * 1024,
      immediates: 'everywhere',
      ...rules,
    };
    this.#lexer = new Lexer(lexerRules, {
      format: () => {},
      line: (bytes) => this.#line(bytes),
      immediate: (letter) => this.#immediate(letter),
      control: (letter) => this.#control(letter),
      lost: (bytes, reason) => this.lost.push(`${bytes} bytes: ${reason}`),
    });
  }

  push(bytes: Uint8Array): void {
    this.#lexer.push(bytes);
  }

  /** Power cycle; runs AUTO.BAS. */
  restart(): void {
    this.#restart(true);
  }

  #restart(runsAuto: boolean): void {
    this.#lexer.cancel('power cut');
    this.#queue = [];
    this.#isPaused = false;
    this.#waitsFor = null;
    this.#drawing.settings = cyclePower(this.#drawing.settings);
    if (runsAuto) this.#drawing.run('AUTO.BAS');
    this.#take();
  }

  get state(): Probe['state'] {
    return {
      pending: this.#lexer.pending,
      held: this.#lexer.held,
      paused: this.#isPaused,
      waitsFor: this.#waitsFor,
      waiting: this.#queue.map(({ left }) => left),
      fed: this.#fed,
      settings: describeSettings(this.#drawing.settings),
    };
  }

  #line(bytes: Buffer): void {
    this.#drawing.execute(bytes);
    this.#take();
  }

  /** Collects the results of the lines. */
  #take(): void {
    for (const act of this.#drawing.takeActs()) {
      (ANSWERED.test(act) ? this.answers : this.acts).push(act);
      const [, name, dots] = FEEDS.exec(act) ?? [];
      if (name) this.#fed += name === 'FEED' ? Number(dots) : -Number(dots);
    }
    for (const label of this.#drawing.labels.splice(0))
      this.#queue.push({ label, left: label.quantity });
    this.#print();
  }

  #print(): void {
    for (let next = this.#queue[0]; next && !this.#isPaused && !this.#waitsFor;) {
      const { label } = next;
      const isKeyed = /^(?:ON|AUTO|\d)/i.test(label.said['SET PRINTKEY'] ?? 'OFF');
      const copies = isKeyed || label.peels ? 1 : next.left;
      next.left -= copies;
      this.#come(label, copies);
      if (isKeyed) this.#waitsFor = 'key';
      if (label.peels) this.#waitsFor = 'hand';
      if (next.left === 0) this.#queue.shift();
      next = this.#queue[0];
    }
  }

  #come(label: DrawnLabel, copies: number): void {
    const { bitmap, fields, said, reprint, inchesPerSecond, cuts, peels } = label;
    const seen = {
      ...describeDots(bitmap),
      fields,
      said,
      reprint,
      speed: inchesPerSecond,
      cuts,
      peels,
      device: this.#drawing.settings.device,
      copies,
    };
    for (let copy = Math.min(copies, MAX_COPIES); copy > 0; copy--) this.labels.push(seen);
  }

  #control(letter: string): void {
    if (letter !== 'E') return void this.answers.push(`~!${letter}`);
    const { settings } = this.#drawing;
    this.#drawing.settings = { ...settings, device: { ...settings.device, '~!E': 'said' } };
  }

  #immediate(letter: string): void {
    (POLLS.has(letter) ? this.answers : this.acts).push(`ESC!${letter}`);
    if (letter === '.') {
      this.#queue = [];
      this.#lexer.cancel('ESC ! .');
    } else if (letter === 'P') this.#isPaused = true;
    else if (letter === 'O') this.#isPaused = false;
    else if (RESTARTS.has(letter)) this.#restart(letter === 'R');
    this.#print();
  }
}
