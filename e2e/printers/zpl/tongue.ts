import type { Drawer } from '../works/drawn.ts';
import type { LineParts } from '../works/line.ts';
import type { Link } from '../works/link.ts';
import { Pipeline } from '../works/pipeline.ts';
import type { Tongue, Works } from '../works/works.ts';
import { obeyControl, setVariable, storeDownload } from './control.ts';
import { drawFormat, startUp } from './draw.ts';
import { createDefaultIdentity, type DrawnLabel } from './drawn-label.ts';
import { Lexer, type LexerEvents } from './lexer.ts';
import type { ZplPrinterOptions } from './options.ts';
import { copySettings, cyclePower, type Settings, createPowerUpSettings } from './settings.ts';
import { buildHostStatus } from './status.ts';
import { Variables } from './variables.ts';

type ZplWorks = Works<DrawnLabel, Lexer>;

const createDrawer = (options: ZplPrinterOptions, settings: Settings): Drawer<DrawnLabel> => {
  const labelDots = Math.round(options.labelMm * options.dotsPerMm);
  const rules = { headDots: options.headDots, labelDots, crc: options.crc };
  return {
    draw: (bytes, aside) => drawFormat(bytes, aside ? copySettings(settings) : settings, rules),
    identity: createDefaultIdentity,
    powerOff: () => {
      cyclePower(settings);
      startUp(settings, rules);
    },
    lengthDots: () => settings.lengthDots ?? labelDots,
  };
};

/** Start-up time of a printer. */
const RESET_MS = 2000;

const SILENT: LexerEvents = {
  format: () => {},
  control: () => {},
  sgd: () => {},
  lost: () => {},
};

/** ZPL as the printer speaks it. */
export class ZplTongue implements Tongue<DrawnLabel, Lexer> {
  readonly #options: ZplPrinterOptions;
  readonly #settings = createPowerUpSettings();
  readonly #drawer: Drawer<DrawnLabel>;
  readonly words = buildHostStatus;
  /** It has received ZPL; persists over power cuts. */
  #spoken = false;

  constructor(options: ZplPrinterOptions) {
    this.#options = options;
    this.#drawer = createDrawer(options, this.#settings);
  }

  line = (parts: LineParts<DrawnLabel>): Pipeline<DrawnLabel> =>
    new Pipeline({ ...parts, drawer: this.#drawer });

  lengthDots = (): number => this.#drawer.lengthDots();

  newReader = (): Lexer => {
    const { mostFormatBytes, strayXa } = this.#options;
    return new Lexer({ mostFormatBytes, strayXa }, SILENT, this.#settings.reading);
  };

  foreign = (labels: number, mm: number): Buffer => {
    const length = Math.round(mm * this.#options.dotsPerMm);
    return Buffer.from(`^FX another host^LL${length}^PQ${labels}^FO10,10^GB100,20,4^FS`);
  };

  joined = (link: Link<Lexer>, works: ZplWorks): void => {
    const { pipeline, answers } = works;
    const variables = new Variables(works, this.#options);
    link.lexer.on = {
      format: (bytes) => {
        link.sender = true;
        this.#spoken = true;
        works.leak = 0;
        pipeline.format(bytes, link.id);
      },
      lost: (bytes, reason) => works.lost(link.id, bytes, reason),
      control: (name, words) => {
        obeyControl(this.#settings, name, words);
        this.#control(name, link, works);
      },
      download: (...stored) => storeDownload(this.#settings, ...stored),
      sgd: (verb, name, value) => {
        if (verb === 'setvar') setVariable(this.#settings, name, value);
        const answer = verb === 'getvar' ? variables.order(name) : null;
        if (answer !== null)
          pipeline.command(answer, link.id, () => {
            const value = variables.get(name);
            if (value !== null) answers.send(link, `"${value}"`);
          });
      },
    };
  };

  #control(name: string, link: Link<Lexer>, works: ZplWorks): void {
    if (name === 'HS') this.#askedStatus(link, works);
    else if (name === 'HI') works.answers.send(link, '\x02ZT000-200dpi,V00.00.0Z,8,8192KB\x03\r\n');
    else if (name === 'JA') works.cancelAll('~JA');
    else if (name === 'JX') link.lexer.cancel('~JX');
    else if (name === 'JP') pauseAndCancel(link, works);
    else if (name === 'PP') works.mechanism.pause(true);
    else if (name === 'PS') works.mechanism.pause(false);
    else if (name === 'PH') works.mechanism.feed(1);
    else if (name === 'JR') void works.powerCut(RESET_MS, null);
  }

  #askedStatus(link: Link<Lexer>, works: ZplWorks): void {
    const { order, deafTo } = this.#options.status;
    if (deafTo === 'everybody') return;
    if (deafTo === 'connections that have sent a format' && link.sender) return;
    if (deafTo === 'everybody before the first format' && !this.#spoken) return;
    works.pipeline.command(order, link.id, () => {
      works.answers.status(link, works.snapshot(), works.mechanism.faulty);
    });
  }
}

/** ~JP: cancels the current format and pauses. */
const pauseAndCancel = (link: Link<Lexer>, works: ZplWorks): void => {
  link.lexer.cancel('~JP');
  works.pipeline.cancelCurrent('~JP');
  works.mechanism.pause(true);
};
