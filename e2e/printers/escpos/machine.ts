import { describeDots, type Probe } from '../works/probe.ts';
import { Draughtsman, type DrawRules } from './draw.ts';
import { Lexer, type Modes } from './lexer.ts';
import { ESCPOS_MANUAL } from './manual.ts';
import type { EscposOp } from './ops.ts';
import { drawRules, type PartialOptions, addDefaults } from './options.ts';
import type { RealTimeCommand } from './realtime.ts';

const ANSWERED = new Set(['GS I', 'GS r', 'ESC u', 'ESC v', 'GS ( H', 'FS a']);
const ACTS = new Set(
  ESCPOS_MANUAL.filter(({ effects }) => effects.includes('acts')).map(({ name }) =>
    name.replace(/ fn=\d+$/, ''),
  ),
);

/** A printer without network and timing: bytes in, pieces of paper and state out. */
export class Machine {
  readonly labels: unknown[] = [];
  readonly acts: string[] = [];
  readonly answers: string[] = [];
  readonly lost: string[] = [];
  readonly #rules: DrawRules;
  readonly #modes: Modes;
  readonly #lexer: Lexer;
  readonly #draughtsman: Draughtsman;

  constructor(options: PartialOptions = {}) {
    this.#rules = drawRules(addDefaults({ headDots: 384, ...options }));
    this.#modes = { kanji: this.#rules.kanji };
    this.#draughtsman = new Draughtsman(this.#rules);
    this.#lexer = new Lexer(
      this.#rules.lexer,
      this.#modes,
      { kanji: this.#rules.kanji },
      {
        op: (op) => this.#op(op),
        realTime: (command) => this.#realTime(command),
        lost: (bytes, reason) => this.lost.push(`${bytes} bytes: ${reason}`),
      },
    );
  }

  push(bytes: Uint8Array): void {
    this.#lexer.push(bytes);
  }

  restart(): void {
    this.#lexer.cancel('power cut');
    this.#modes.kanji = this.#rules.kanji;
    this.#draughtsman.powerOff();
  }

  get state(): Probe['state'] {
    return {
      isPending: this.#lexer.inFormat,
      held: this.#lexer.held,
      kanji: this.#modes.kanji,
      settings: this.#draughtsman.describe(),
    };
  }

  #op(op: EscposOp): void {
    // The state at the end of the label, before its final command changes the printer.
    const { said, device } = this.#draughtsman.describe();
    if (op.kind === 'command') {
      if (ANSWERED.has(op.name)) this.answers.push(`${op.name} ${op.args.join()}`);
      else if (ACTS.has(op.name)) this.acts.push(op.name);
    }
    for (const { piece } of this.#draughtsman.take(op))
      if (piece)
        this.labels.push({
          ...describeDots(piece.bitmap),
          text: piece.text,
          defects: piece.defects,
          said,
          device,
        });
  }

  #realTime({ name, args }: RealTimeCommand): void {
    if (name === 'DLE EOT') this.answers.push(`${name} ${args.join()}`);
    else this.acts.push(`${name} ${args.join()}`);
    if (name !== 'DLE DC4') return;
    this.#lexer.cancel('DLE DC4 8');
    this.#draughtsman.back(null, 0);
  }
}
