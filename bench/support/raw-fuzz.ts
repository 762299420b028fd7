import { escpos } from '@yunbiao/label/language/escpos';
import type { JobSettings } from '@yunbiao/label/language/language';
import { tspl } from '@yunbiao/label/language/tspl';
import { zpl } from '@yunbiao/label/language/zpl';
import { type RawLanguage, readRawLabel } from '@yunbiao/label/raw';
import { createBitmap } from '../../packages/label/src/raster/bitmap.ts';
import { ESCPOS_MANUAL } from '../../e2e/printers/escpos/manual.ts';
import {
  CONFIGURED as CONFIGURED_ESCPOS,
  PROBE_LABEL as PROBE_ESCPOS,
  probeEscpos,
} from '../../e2e/printers/escpos/probe.ts';
import { listSpellings as tsplSpellings, TSPL_MANUAL } from '../../e2e/printers/tspl/manual.ts';
import {
  CONFIGURED as CONFIGURED_TSPL,
  PROBE_LABEL as PROBE_TSPL,
  probeTspl,
} from '../../e2e/printers/tspl/probe.ts';
import type { ManualCommand } from '../../e2e/printers/works/manual.ts';
import { listDifferences, type Probe } from '../../e2e/printers/works/probe.ts';
import { listSpellings as zplSpellings, ZPL_MANUAL } from '../../e2e/printers/zpl/manual.ts';
import {
  CONFIGURED as CONFIGURED_ZPL,
  PROBE_LABEL as PROBE_ZPL,
  probeZpl,
} from '../../e2e/printers/zpl/probe.ts';

const concat = (parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);
const encodeLatin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const DOTS = createBitmap(160, 96);
DOTS.data.forEach((_, i) => {
  DOTS.data[i] = (i * 37) & 0x6e;
});
export const SETTINGS: JobSettings = {
  dpi: 203,
  widthMm: 20,
  heightMm: 12,
  media: 'gap',
  gapMm: 2,
  finishing: 'printer',
  darkness: 8,
  speed: 4,
};

/** What the released print client, which has no such reader, sends before its dots. */
const RELEASED_HEADS = {
  zpl: '~SD08\n^XA^MNY^PW160^LL96^LH0,0^PON^PMN^LRN^JZN^PR4',
  tspl: '\r\nSIZE 20 mm,12 mm\r\nGAP 2 mm,0 mm\r\nDIRECTION 0,0\r\nREFERENCE 0,0\r\nSPEED 4\r\nDENSITY 8\r\nSET REPRINT OFF\r\nCLS\r\n',
  escpos: '\x1b@',
};

type Place = (command: string) => string;

type Language = {
  manual: readonly ManualCommand[];
  spellings: (command: ManualCommand) => readonly Uint8Array[];
  /** Positions of a command: before a label, inside one, in its text, after it. */
  places: readonly Place[];
  probe: (
    bytes: Uint8Array,
    options: { setup: Uint8Array; label: Uint8Array; restart?: boolean },
  ) => Probe;
  configured: Uint8Array;
  own: Uint8Array;
  /** A label of another system that sets no printing parameter and relies on the defaults. */
  bare: Uint8Array;
  /**
   * Notices that do not affect this label: an encoding it does not use, and a setting that replaced
   * another.
   */
  unseen: RegExp | null;
  /** What a client sends after a label of another system. */
  end: string;
  /** State that may remain: it affects text and codes only. */
  staying: RegExp;
};

const FIELD = '^FO8,8^GB40,20,3^FS^FO10,40^FDtext^FS';
const ZPL_LABEL = `^XA${FIELD}^XZ\r\n`;
const TSPL_DRAWN = 'BAR 8,8,60,20\r\nTEXT 8,40,"3",0,1,1,"text"\r\n';
const ESCPOS_LABEL = 'text\n\x1dV\x42\x00';

/** Cut pieces, so that a fault of one says nothing about the next. */
const ROLL = { stock: 'roll, cut', cutterMm: 0 } as const;

export const LANGUAGES: Readonly<Record<RawLanguage, Language>> = {
  zpl: {
    manual: ZPL_MANUAL,
    spellings: zplSpellings,
    places: [
      (command) => `${command}${ZPL_LABEL}`,
      (command) => `^XA${command}^XZ${ZPL_LABEL}`,
      (command) => `^XA${command}${FIELD}^XZ`,
      (command) => `^XA^FO8,8${command}^FDtext^FS^XZ`,
      (command) => `^XA^FO8,8^FDte${command}xt^FS^XZ`,
      (command) => `^XA^FX note ${command}^FS${FIELD}^XZ`,
      (command) => `^XA${FIELD}${command}^XZ`,
      (command) => `^XA^DFR:F^FS${command}^FO8,8^FN1^FS^XZ^XA^XFR:F^FS^FN1^FDx^FS^XZ`,
      (command) => `${ZPL_LABEL}${command}`,
      (command) => `${ZPL_LABEL}^XA${command}^XZ`,
    ],
    probe: probeZpl,
    configured: CONFIGURED_ZPL,
    own: zpl.encodeJob(DOTS, SETTINGS),
    bare: PROBE_ZPL,
    unseen: /^labels\.\d+\.others\.\^SE\b/,
    end: '\r\n~DN\r\n~JX\r\n',
    staying:
      /^(?:settings|labels\.\d+)\.(?:font|bar|orientation|namedFont|characters|(?:others|said|saidForNow)\.\^(?:CW|FL|SE|PA)\b)/,
  },
  tspl: {
    manual: TSPL_MANUAL,
    spellings: tsplSpellings,
    places: [
      (command) => `${command}SIZE 20 mm,12 mm\r\nCLS\r\n${TSPL_DRAWN}PRINT 1,1\r\n`,
      (command) => `SIZE 20 mm,12 mm\r\nCLS\r\n${command}${TSPL_DRAWN}PRINT 1,1\r\n`,
      (command) => `CLS\r\n${TSPL_DRAWN}${command}PRINT 1,1\r\n`,
      (command) => `CLS\r\nTEXT 8,40,"3",0,1,1,"${command}"\r\nPRINT 1,1\r\n`,
      (command) => `CLS\r\nBITMAP 0,0,${command.length},1,0,${command}\r\nPRINT 1,1\r\n`,
      (command) => `CLS\r\n${TSPL_DRAWN}PRINT 1,1\r\n${command}`,
    ],
    probe: probeTspl,
    configured: CONFIGURED_TSPL,
    own: tspl.encodeJob(DOTS, SETTINGS),
    bare: PROBE_TSPL,
    unseen: /^labels\.\d+\.said\.BLINE\b/,
    end: '\r\n',
    // `GAP` and `BLINE` replace each other: the label's own command decides.
    staying: /^(?:settings|labels\.\d+)\.said\.(?:CODEPAGE|BLINE)/,
  },
  escpos: {
    manual: ESCPOS_MANUAL,
    spellings: ({ bytes }) => [bytes],
    places: [
      (command) => `${command}${ESCPOS_LABEL}`,
      (command) => `te${command}${ESCPOS_LABEL}`,
      (command) =>
        `\x1dv0\x00${String.fromCharCode(command.length)}\x00\x01\x00${command}${ESCPOS_LABEL}`,
      (command) => `${ESCPOS_LABEL}${command}`,
    ],
    probe: (bytes, options) => probeEscpos(bytes, { ...options, rules: ROLL }),
    configured: CONFIGURED_ESCPOS,
    own: escpos.encodeJob(DOTS, { ...SETTINGS, finishing: 'cut' }),
    bare: PROBE_ESCPOS,
    unseen: null,
    // Fed lines are paper between labels.
    end: '',
    // The paper position.
    staying: /^settings\.y\b/,
  },
};

/** Our own label as the released client writes it: the same dots after its header. */
export const listOwnLabels = (language: RawLanguage): Uint8Array[] => {
  const { own } = LANGUAGES[language];
  const text = Buffer.from(own).toString('latin1');
  const begin = { zpl: text.indexOf('^FO'), tspl: text.indexOf('BITMAP'), escpos: 2 }[language];
  return [own, encodeLatin1(RELEASED_HEADS[language] + text.slice(begin))];
};

const NOTHING = new Uint8Array();

/** Prints a label of another system that relies on the defaults. */
export const readBare = (language: RawLanguage): Uint8Array => {
  const reading = readRawLabel(language, LANGUAGES[language].bare, SETTINGS);
  if ('trouble' in reading) throw new Error(reading.trouble);
  return reading.bytes;
};

/** Differences of a label without settings when it follows another label. */
const findBareHarm = (language: RawLanguage, printed: Uint8Array): string[] => {
  const { probe, configured, unseen } = LANGUAGES[language];
  const label = readBare(language);
  return [NOTHING, configured].flatMap((setup) => {
    const alone = { labels: probe(NOTHING, { setup, label }).labels };
    const behind = { labels: probe(printed, { setup, label }).labels };
    const changes = listDifferences(alone, behind).filter((change) => !unseen?.test(change));
    return changes.map((change) => `bare ${change}`);
  });
};

/**
 * State that must not depend on earlier prints: the next label, and everything except text
 * settings.
 */
const findHarm = (language: RawLanguage, printed: Uint8Array): string[] => {
  const { probe, configured, staying } = LANGUAGES[language];
  const harm: string[] = [];
  for (const setup of [NOTHING, configured])
    for (const label of listOwnLabels(language)) {
      const before = { labels: probe(NOTHING, { setup, label }).labels };
      const after = { labels: probe(printed, { setup, label }).labels };
      const still = probe(label, { setup, label: NOTHING }).state;
      const then = probe(concat([printed, label]), { setup, label: NOTHING }).state;
      const restarted = { labels: probe(NOTHING, { setup, label, restart: true }).labels };
      const again = { labels: probe(printed, { setup, label, restart: true }).labels };
      const changes = [
        listDifferences(before, after),
        listDifferences(still, then),
        listDifferences(restarted, again),
      ];
      harm.push(...changes.flat().filter((change) => !staying.test(change)));
    }
  harm.push(...findBareHarm(language, printed));
  const { during } = probe(printed, { setup: NOTHING, label: NOTHING });
  if (during.answers.length > 0) harm.push(`answers ${during.answers.join()}`);
  if (during.lost.length > 0) harm.push(`loses ${during.lost.join()}`);
  if (during.labels > 1) harm.push(`prints ${during.labels}`);
  return harm;
};

export type Verdict = { isAccepted: boolean; harm: string[] };

const judged = new Map<string, string[]>();

/** Whether a stream is accepted, and how it affects the labels after it. */
export const judgeStream = (language: RawLanguage, stream: Uint8Array): Verdict => {
  const reading = readRawLabel(language, stream, SETTINGS);
  if ('trouble' in reading) return { isAccepted: false, harm: [] };
  const printed = concat([reading.bytes, encodeLatin1(LANGUAGES[language].end)]);
  const key = `${language} ${Buffer.from(printed).toString('latin1')}`;
  // Different streams can leave the same bytes after removal.
  let harm = judged.get(key);
  if (!harm) {
    harm = findHarm(language, printed);
    judged.set(key, harm);
  }
  return { isAccepted: true, harm };
};

/** `command`: the tested command, if any. */
export type Case = { name: string; stream: Uint8Array; command: string };

/**
 * Every command of the manual in every spelling at every position; `pick` chooses the positions
 * that are rendered.
 */
export function* listCases(
  language: RawLanguage,
  pick?: (index: number) => number,
): Generator<Case> {
  const { manual, spellings, places } = LANGUAGES[language];
  let index = 0;
  for (const command of manual)
    for (const spelling of spellings(command)) {
      const text = Buffer.from(spelling).toString('latin1');
      const chosen = pick ? [pick(index) % places.length] : places.keys();
      for (const place of chosen) {
        const stream = places[place]?.(text) ?? '';
        yield {
          name: `${command.name} at ${place}: ${JSON.stringify(stream)}`,
          stream: encodeLatin1(stream),
          command: command.name,
        };
      }
      index += 1;
    }
}

/** A generator of integers below a limit, deterministic per seed. */
const createRandom = (seed: number) => {
  let state = seed % 2 ** 31;
  return (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
};

const MAX_MIXED = 4;

/** Several commands of the manual, each in some spelling, at one position. */
export function* listMixtures(
  language: RawLanguage,
  { rounds, seed, commands }: { rounds: number; seed: number; commands: ReadonlySet<string> },
): Generator<Case> {
  const { spellings, places } = LANGUAGES[language];
  const manual = LANGUAGES[language].manual.filter(({ name }) => commands.has(name));
  const random = createRandom(seed);
  for (let round = 0; round < rounds; round += 1) {
    let text = '';
    for (let count = 1 + random(MAX_MIXED); count > 0; count -= 1) {
      const command = manual[random(manual.length)];
      const written = command ? spellings(command) : [];
      text += Buffer.from(written[random(written.length)] ?? []).toString('latin1');
    }
    const stream = places[random(places.length)]?.(text) ?? '';
    yield { name: JSON.stringify(stream), stream: encodeLatin1(stream), command: '' };
  }
}
