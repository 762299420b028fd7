import { describeDots, type Probe } from '../works/probe.ts';
import { obeyControl, setVariable, storeDownload } from './control.ts';
import { drawFormat, type DrawRules, startUp } from './draw.ts';
import type { DrawnLabel } from './drawn-label.ts';
import { Lexer, type LexerRules } from './lexer.ts';
import { ZPL_MANUAL } from './manual.ts';
import {
  cyclePower,
  describeSettings,
  createPowerUpSettings,
  updateConfiguration,
} from './settings.ts';

export type MachineRules = Partial<DrawRules> & Partial<LexerRules>;

const MAX_COPIES = 50;
const CALIBRATIONS = new Set(['JC', 'JG', 'JL']);
const EFFECTS_BY_NAME = new Map(ZPL_MANUAL.map(({ name, effects }) => [name, effects] as const));

const classifyCommand = (name: string): 'acts' | 'answers' | null => {
  const effects = EFFECTS_BY_NAME.get(name) ?? [];
  if (effects.includes('answers')) return 'answers';
  return effects.includes('acts') ? 'acts' : null;
};

/** A printer without network and timing: bytes in, labels and state out. */
export class Machine {
  readonly labels: unknown[] = [];
  readonly acts: string[] = [];
  readonly answers: string[] = [];
  readonly lost: string[] = [];
  readonly #rules: DrawRules;
  readonly #settings = createPowerUpSettings();
  readonly #lexer: Lexer;
  #queue: { label: DrawnLabel; left: number }[] = [];
  #isPaused = false;
  /** Peel mode: a label is at the opening. */
  #isHanging = false;
  /** Fed paper outside labels, in dots. */
  #fed = 0;

  constructor(rules: MachineRules = {}) {
    this.#rules = { headDots: 400, labelDots: 240, crc: 'checked', ...rules };
    const lexerRules: LexerRules = {
      mostFormatBytes: 1024 * 1024,
      strayXa: 'restarts',
      ...rules,
    };
    const events = {
      format: (bytes: Buffer) => this.#format(bytes),
      control: (name: string, words: string) => this.#control(name, words),
      sgd: (verb: string, name: string, value: string) => this.#variable(verb, name, value),
      lost: (bytes: number, reason: string) => this.lost.push(`${bytes} bytes: ${reason}`),
      download: (name: string, parameters: readonly string[], data: Buffer) =>
        storeDownload(this.#settings, name, parameters, data),
      foreign: (line: string) => this.acts.push(`another language: ${line.slice(0, 60)}`),
    };
    this.#lexer = new Lexer(lexerRules, events, this.#settings.reading);
  }

  push(bytes: Uint8Array): void {
    this.#lexer.push(bytes);
  }

  /** Power cycle; executes AUTOEXEC.ZPL. */
  restart(): void {
    this.#lexer.cancel('power cut');
    this.#queue = [];
    this.#isPaused = false;
    cyclePower(this.#settings);
    for (const label of startUp(this.#settings, this.#rules)) this.#drawn(label);
  }

  get state(): Probe['state'] {
    return {
      pending: this.#lexer.pending,
      held: this.#lexer.held,
      paused: this.#isPaused,
      hanging: this.#isHanging,
      waiting: this.#queue.map(({ left }) => left),
      fed: this.#fed,
      settings: describeSettings(this.#settings),
    };
  }

  #format(bytes: Buffer): void {
    this.#drawn(drawFormat(bytes, this.#settings, this.#rules));
  }

  #drawn(label: DrawnLabel): void {
    for (const act of label.acts) {
      if (classifyCommand(/^\^../.exec(act)?.[0] ?? '') === 'answers') this.answers.push(act);
      else this.#act(act);
    }
    if (label.prints) this.#queue.push({ label, left: label.quantity });
    else if (label.pauseAfter) this.#isPaused = true;
    this.#print();
  }

  #act(act: string): void {
    this.acts.push(act);
    const rows = /^\^PF(\d+)/.exec(act);
    if (rows) this.#fed += Number(rows[1]);
  }

  #print(): void {
    for (let next = this.#queue[0]; next && !this.#isPaused && !this.#isHanging;) {
      const { label } = next;
      const all = label.quantity;
      const group = label.pauseEvery > 0 ? label.pauseEvery : all;
      const copies = Math.min(group - ((all - next.left) % group), next.left);
      next.left -= copies;
      this.#come(label, copies);
      this.#isHanging = label.peels ?? false;
      this.#isPaused = next.left > 0 || label.pauseAfter;
      if (next.left === 0) this.#queue.shift();
      next = this.#queue[0];
    }
  }

  #come(label: DrawnLabel, copies: number): void {
    const { slew, backfeed, prepeel, said, saidForNow, device } = this.#settings;
    const { darkness, inchesPerSecond, mode, media, cuts, peels, reprint, looks } = label;
    const seen = {
      ...describeDots(label.bitmap),
      looks,
      speed: { print: inchesPerSecond, slew, backfeed },
      darkness,
      mode,
      media,
      cuts,
      peels,
      reprint,
      prepeel,
      others: { ...said, ...saidForNow, ...device },
      copies,
    };
    for (let copy = Math.min(copies, MAX_COPIES); copy > 0; copy--) this.labels.push(seen);
  }

  #control(name: string, words: string): void {
    obeyControl(this.#settings, name, words);
    const kind = classifyCommand(`~${name}`);
    if (kind) this[kind].push(`~${name}${words}`);
    if (CALIBRATIONS.has(name)) this.#settings.lengthDots = null;
    if (name === 'JA' || name === 'JP' || name === 'JX') this.#lexer.cancel(`~${name}`);
    if (name === 'JA') this.#queue = [];
    if (name === 'JP') this.#queue.shift();
    if (name === 'JP' || name === 'PP') this.#isPaused = true;
    if (name === 'PS') this.#isPaused = false;
    if (name === 'JR') this.restart();
    this.#print();
  }

  #variable(verb: string, name: string, value: string): void {
    if (verb === 'getvar') this.answers.push(name);
    else if (verb === 'setvar') setVariable(this.#settings, name, value);
    else {
      this.acts.push(`do ${name}`);
      if (name === 'device.reset') this.restart();
      if (name === 'device.restore_defaults') updateConfiguration(this.#settings, 'F');
    }
  }
}
