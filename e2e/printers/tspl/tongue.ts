import { createHash } from 'node:crypto';
import type { Drawer } from '../works/drawn.ts';
import type { LineParts } from '../works/line.ts';
import type { Link } from '../works/link.ts';
import { Pipeline } from '../works/pipeline.ts';
import type { Tongue, Works } from '../works/works.ts';
import { drawFormat, type DrawnLabel } from './draw.ts';
import { Lexer, type LexerEvents } from './lexer.ts';
import type { TsplPrinterOptions } from './options.ts';
import { cyclePower, type Settings, createPowerUpSettings } from './settings.ts';
import { buildStatusByte, buildStatusFrame } from './status.ts';

type TsplWorks = Works<DrawnLabel, Lexer>;

const MM_PER_KM = 1_000_000;
const RESET_MS = 2000;

const createDrawer = (options: TsplPrinterOptions): Drawer<DrawnLabel> => {
  const { dotsPerMm, headDots, labelMm, reprint } = options;
  const rules = { dotsPerMm, headDots, labelDots: Math.round(labelMm * dotsPerMm) };
  let settings: Settings = { ...createPowerUpSettings(), reprint };
  return {
    draw: (bytes, aside) => {
      const drawn = drawFormat(bytes, settings, rules);
      if (!aside) ({ settings } = drawn);
      return drawn.label;
    },
    identity: (label) =>
      createHash('sha256')
        .update(label.bitmap.hash())
        .update(JSON.stringify(label.fields))
        .digest('hex')
        .slice(0, 32),
    powerOff: () => {
      settings = { ...cyclePower(settings), reprint };
    },
    lengthDots: () => settings.sizeDots?.length ?? rules.labelDots,
  };
};

const SILENT: LexerEvents = {
  format: () => {},
  immediate: () => {},
  control: () => {},
  lost: () => {},
};

/** TSPL as the printer speaks it. */
export class TsplTongue implements Tongue<DrawnLabel, Lexer> {
  readonly #options: TsplPrinterOptions;
  readonly #drawer: Drawer<DrawnLabel>;
  readonly words = buildStatusByte;
  /** It has received TSPL; persists over power cuts. */
  #spoken = false;

  constructor(options: TsplPrinterOptions) {
    this.#options = options;
    this.#drawer = createDrawer(options);
  }

  line = (parts: LineParts<DrawnLabel>): Pipeline<DrawnLabel> =>
    new Pipeline({ ...parts, drawer: this.#drawer });

  lengthDots = (): number => this.#drawer.lengthDots();

  newReader = (): Lexer => {
    const { mostFormatBytes, immediates } = this.#options;
    return new Lexer({ mostFormatBytes, immediates }, SILENT);
  };

  foreign = (labels: number, mm: number): Buffer =>
    Buffer.from(`SIZE 50 mm,${mm} mm\r\nCLS\r\nBAR 10,10,100,20\r\nPRINT ${labels},1\r\n`);

  joined = (link: Link<Lexer>, works: TsplWorks): void => {
    link.lexer.on = {
      format: (bytes) => {
        link.sender = true;
        this.#spoken = true;
        works.leak = 0;
        works.pipeline.format(bytes, link.id);
      },
      lost: (bytes, reason) => works.lost(link.id, bytes, reason),
      immediate: (letter) => this.#immediate(letter, link, works),
      control: (letter) => {
        if (letter === 'T') this.#inTurn(link, works, 'TEST-203\r');
        else if (letter === '@')
          this.#inTurn(link, works, `${Math.floor((works.counter.labels * 30) / MM_PER_KM)}\r`);
      },
    };
  };

  /**
   * "returns the printer status only when the printer is ready": after everything it has received.
   */
  #inTurn(link: Link<Lexer>, works: TsplWorks, words: string): void {
    works.pipeline.command('after printing', link.id, () => works.answers.send(link, words));
  }

  #immediate(letter: string, link: Link<Lexer>, works: TsplWorks): void {
    const { truth, mechanism } = works;
    if (letter === '?') this.#askedStatus(link, works, buildStatusByte);
    else if (letter === 'S' && this.#options.frames === 'answered')
      this.#askedStatus(link, works, buildStatusFrame);
    else if (letter === '.') works.cancelAll('ESC ! .');
    else if (letter === 'F') mechanism.feed(1);
    else if (letter === 'P') mechanism.pause(true);
    else if (letter === 'O') mechanism.pause(false);
    else if (letter === 'R') {
      truth.event('ESC ! R');
      void works.powerCut(RESET_MS, null);
    }
  }

  #askedStatus(
    link: Link<Lexer>,
    works: TsplWorks,
    words: typeof buildStatusByte | typeof buildStatusFrame,
  ): void {
    const { order, deafTo } = this.#options.status;
    if (deafTo === 'everybody') return;
    if (deafTo === 'connections that have sent a format' && link.sender) return;
    if (deafTo === 'everybody before the first format' && !this.#spoken) return;
    works.pipeline.command(order, link.id, () => {
      works.answers.status(link, works.snapshot(), works.mechanism.faulty, words);
    });
  }
}
