import type { Snapshot } from '../works/history.ts';
import type { LineParts } from '../works/line.ts';
import type { Link } from '../works/link.ts';
import { Stream } from '../works/stream.ts';
import type { Tongue, Works } from '../works/works.ts';
import { Draughtsman, type DrawRules } from './draw.ts';
import { Lexer, type LexerEvents, type Modes } from './lexer.ts';
import type { EscposOp } from './ops.ts';
import { drawRules, type EscposPrinterOptions } from './options.ts';
import type { DrawnPiece } from './paper.ts';
import type { RealTimeCommand } from './realtime.ts';
import { StatusBack } from './status-back.ts';
import {
  CLEARED,
  getPrinterId,
  processResponse,
  buildRealTimeStatus,
  buildQueuedStatus,
  type StatusRules,
} from './status.ts';

type EscposWorks = Works<DrawnPiece, Lexer>;
type EscposLink = Link<Lexer>;

const SILENT: LexerEvents = { op: () => {}, realTime: () => {}, lost: () => {} };
const CLEAR_BUFFERS = 8;

/** A black bar of ten bytes by `rows` rows. */
const createBlackBar = (rows: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x1d, 0x76, 0x30, 0, 10, 0, rows & 255, rows >> 8]),
    Buffer.alloc(rows * 10, 0xff),
  ]);

/** ESC/POS as the printer speaks it. */
export class EscposTongue implements Tongue<DrawnPiece, Lexer> {
  readonly #options: EscposPrinterOptions;
  readonly #rules: DrawRules;
  readonly #statusRules: StatusRules;
  readonly #modes: Modes;
  #stream: Stream<DrawnPiece, EscposOp> | null = null;
  #back: StatusBack | null = null;
  /** It has received ESC/POS; persists over power cuts. */
  #spoken = false;

  constructor(options: EscposPrinterOptions) {
    this.#options = options;
    this.#rules = drawRules(options);
    this.#statusRules = { ...options, cutter: options.stock === 'roll, cut' };
    this.#modes = { kanji: options.kanji };
  }

  line = (parts: LineParts<DrawnPiece>): Stream<DrawnPiece, EscposOp> => {
    const scribe = new Draughtsman(this.#rules);
    this.#stream = new Stream({ ...parts, scribe, rules: this.#options });
    return this.#stream;
  };

  lengthDots = (): number => this.#rules.stock.labelDots;

  /** The default status query. */
  words = (of: Snapshot): string[] => [buildRealTimeStatus(1, of, this.#statusRules) ?? ''];

  newReader = (): Lexer => {
    const defaults = { kanji: this.#options.kanji };
    return new Lexer(this.#rules.lexer, this.#modes, defaults, SILENT);
  };

  foreign = (labels: number, mm: number): Buffer => {
    const { dotsPerMm, stock } = this.#options;
    const ends = Buffer.from(stock === 'labels' ? [0x0c] : [0x1d, 0x56, 66, 0]);
    const label = Buffer.concat([createBlackBar(Math.round(mm * dotsPerMm)), ends]);
    return Buffer.concat(Array.from({ length: labels }, () => label));
  };

  joined = (link: EscposLink, works: EscposWorks): void => {
    const back = this.#watched(works);
    link.lexer.on = {
      op: (op) => {
        link.sender = true;
        this.#spoken = true;
        works.leak = 0;
        if (op.kind !== 'command' || !this.#answered(op.name, op.args, link, works, back))
          this.#stream?.push(op, link.id);
        if (op.kind === 'command' && op.name === 'ESC @')
          works.pipeline.command('after drawing', link.id, () => back.reset());
      },
      lost: (bytes, reason) => works.lost(link.id, bytes, reason),
      realTime: (command) => this.#realTime(command, link, works),
    };
  };

  /** One status monitor of the printer for all connections. */
  #watched(works: EscposWorks): StatusBack {
    if (this.#back) return this.#back;
    const { statusBack, statusBackAtPowerUp } = this.#options;
    const mask = statusBack === 'followed' ? statusBackAtPowerUp : 0;
    const back = new StatusBack(this.#statusRules, mask, (words) => {
      // A connection that waits for its turn receives nothing.
      const { links } = works.network;
      const heard = this.#options.connections === 'one waits' ? links.slice(0, 1) : links;
      for (const link of heard) works.answers.send(link, words);
    });
    let wasOn = true;
    works.onChange(() => {
      if (works.isOn && !wasOn) {
        back.powerUp(mask);
        this.#modes.kanji = this.#options.kanji;
      }
      wasOn = works.isOn;
      if (wasOn) back.look(works.snapshot());
    });
    this.#back = back;
    return back;
  }

  /** Commands that are answered in stream order. */
  #answered(
    name: string,
    args: readonly number[],
    link: EscposLink,
    works: EscposWorks,
    back: StatusBack,
  ): boolean {
    const { pipeline } = works;
    const [n = 0, m = 0] = args;
    const { statusBack, inTurn } = this.#options;
    if (name === 'GS r')
      this.#asked((of) => buildQueuedStatus(n, of, this.#statusRules), inTurn, link, works);
    else if (name === 'GS I')
      pipeline.command('after drawing', link.id, () => {
        works.answers.send(link, getPrinterId(n, this.#statusRules) ?? '');
      });
    else if (name === 'GS a') {
      if (statusBack === 'followed')
        pipeline.command('after drawing', link.id, () => back.watch(n, works.snapshot()));
    } else if (name === 'GS ( H') {
      if (n === 48 && m === 48) this.#processId(args.slice(2, 6), link, works);
      else if (n === 49 && m === 48)
        pipeline.command('after drawing', link.id, () => back.offlineResponses(args[2] ?? 0));
    } else return false;
    return true;
  }

  #processId(id: readonly number[], link: EscposLink, works: EscposWorks): void {
    const { processIds } = this.#options;
    const good = id.length === 4 && id.every((byte) => byte >= 32 && byte <= 126);
    if (!good || processIds === 'ignored' || processIds === 'unknown') return;
    const order = processIds === 'when printed' ? 'after printing' : 'after drawing';
    works.pipeline.command(order, link.id, () => works.answers.send(link, processResponse(id)));
  }

  #realTime({ name, args }: RealTimeCommand, link: EscposLink, works: EscposWorks): void {
    const [n = 0] = args;
    const { mechanism } = works;
    if (name === 'DLE EOT') {
      const { order } = this.#options.status;
      this.#asked((of) => buildRealTimeStatus(n, of, this.#statusRules), order, link, works);
    } else if (name === 'DLE ENQ' && mechanism.paused && !mechanism.faulty) {
      if (n === 2) works.cancelAll('DLE ENQ 2');
      if (n === 1 || n === 2) mechanism.pause(false);
    } else if (name === 'DLE DC4' && n === CLEAR_BUFFERS) {
      works.cancelAll('DLE DC4 8');
      works.answers.send(link, CLEARED);
    }
  }

  #asked(
    word: (of: Snapshot) => string | null,
    order: EscposPrinterOptions['status']['order'],
    link: EscposLink,
    works: EscposWorks,
  ): void {
    const { deafTo } = this.#options.status;
    if (deafTo === 'everybody') return;
    if (deafTo === 'connections that have sent a format' && link.sender) return;
    if (deafTo === 'everybody before the first format' && !this.#spoken) return;
    if (word(works.snapshot()) === null) return;
    works.pipeline.command(order, link.id, () => {
      const listWords = (of: Snapshot): string[] => [word(of) ?? ''];
      works.answers.status(link, works.snapshot(), works.mechanism.faulty, listWords);
    });
  }
}
