import { ESCPOS_EFFECTS } from '@yunbiao/label/language/escpos-effects';
import { indexEffectsByCommand } from '@yunbiao/label/language/effects';
import { TSPL_EFFECTS } from '@yunbiao/label/language/tspl-effects';
import { ZPL_EFFECTS } from '@yunbiao/label/language/zpl-effects';
import { type RawLanguage, type RawStock, readRawLabel } from '@yunbiao/label/raw';
import { describe, expect, it } from 'vitest';
import { probeEscpos } from './escpos/probe.ts';
import { probeTspl } from './tspl/probe.ts';
import { probeZpl } from './zpl/probe.ts';

/** Loaded labels of the tested printers. */
const STOCK: RawStock = { widthMm: 50, heightMm: 30, dpi: 203, media: 'gap', gapMm: 2, speed: 4 };
const NOTHING = new Uint8Array();

type Language = {
  effects: ReturnType<typeof indexEffectsByCommand>;
  /** A label that changes every persistent setting and is accepted. */
  changing: string;
  /** A label without printing parameters. */
  bare: string;
  /** Shows what is printed. */
  show: (bytes: Uint8Array, label: Uint8Array) => unknown[];
};

const pick = (labels: readonly unknown[], names: readonly string[]): unknown[] =>
  labels.map((label) => {
    const all = Object.entries(typeof label === 'object' && label !== null ? label : {});
    return Object.fromEntries(all.filter(([name]) => names.includes(name)));
  });
const DOTS = ['width', 'height', 'left', 'top', 'hash'];

const LANGUAGES: Readonly<Record<RawLanguage, Language>> = {
  zpl: {
    effects: indexEffectsByCommand(ZPL_EFFECTS),
    changing:
      '^XA^LH40,20^POI^PMY^LRY^PW200^LL120^MNN^PR9^BY5,2.0,80^CF0,40,30^FWR^CI13^SEE:BIG5.DAT^PA1,1,1,1' +
      '^CWB,E:ARIAL.TTF^FO8,8^GB40,20,3^FS^FO8,30^A@N,30,30,E:SIMSUN.TTF^FDx^FS^FO8,60^ABN,9,9^FDy^FS^XZ',
    bare: '^XA^FO24,16^GFA,8,8,2,FF01800FAA55C3FF^FS^FO300,200^GB40,24,3^FS^FO10,80^FDtext^FS^FO10,90^ABN,9,9^FDtext^FS^FO10,120^BC^FDtext^FS^XZ',
    show: (bytes, label) => pick(probeZpl(bytes, { label }).labels, [...DOTS, 'looks', 'media']),
  },
  tspl: {
    effects: indexEffectsByCommand(TSPL_EFFECTS),
    changing:
      'SIZE 25 mm,15 mm\r\nGAP 0,0\r\nBLINE 4 mm,0\r\nSPEED 9\r\nDIRECTION 1,1\r\nREFERENCE 40,20\r\nCODEPAGE 1252\r\n' +
      'BOX 1,1,99,99,5\r\nTEXT 1,1,"3",0,1,1,"a"\r\nPRINT 1\r\n',
    bare: 'BAR 24,16,60,20\r\nBOX 300,160,380,230,3\r\nTEXT 20,120,"3",0,1,1,"b"\r\nPRINT 1\r\n',
    show: (bytes, label) => pick(probeTspl(bytes, { label }).labels, [...DOTS, 'texts', 'fields']),
  },
  escpos: {
    effects: indexEffectsByCommand(ESCPOS_EFFECTS),
    changing:
      '\x1b3\x50\x1b \x05\x1b!\x31\x1b%\x01\x1b-\x01\x1bE\x01\x1bG\x01\x1bM\x01\x1bR\x02\x1bU\x01\x1bV\x01\x1ba\x02\x1br\x01' +
      '\x1bt\x02\x1b{\x01\x1bD\x08\x10\x00\x1d!\x11\x1dB\x01\x1dH\x02\x1db\x01\x1df\x01\x1dh\x50\x1dw\x05\x1dL\x20\x00' +
      '\x1dP\x40\x40\x1dW\x00\x01\x1c&\x1c!\x0c\x1c-\x01\x1cC\x01\x1cW\x01\x1cS\x02\x02\x1d(N\x02\x00\x30\x31' +
      'text\n\x1bL\x1bT\x01\x1bW\x00\x00\x00\x00\x40\x00\x40\x00a\x0c\x1dV\x00',
    bare: 'text\n\x1dv0\x00\x02\x00\x02\x00\xff\x01\x80\x0f\x1b*\x21\x02\x00\xff\x81\xff\xff\x81\xff\n0123456789\t!\n\x1dV\x00',
    show: (bytes, label) => {
      const rules = { stock: 'roll, cut', cutterMm: 0 } as const;
      return pick(probeEscpos(bytes, { label, rules }).labels, [...DOTS, 'text', 'looks']);
    },
  },
};

/**
 * Never part of a label alone: `^SE` sets an encoding, the others move within a line, a page or
 * paper.
 */
const APART = /^(?:\^SE|ESC [@2S$\\]|FS \.|GS [T$\\]|GS \(P)$/;

const encodeLatin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const print = (language: RawLanguage, stream: string): Uint8Array => {
  const reading = readRawLabel(language, encodeLatin1(stream), STOCK);
  if ('trouble' in reading) throw new Error(reading.trouble);
  return reading.bytes;
};

describe.each(['zpl', 'tspl', 'escpos'] as const)('labels of other systems in %s', (language) => {
  const { changing, bare, show, effects } = LANGUAGES[language];

  it('come out behind one that changed everything dot by dot as on a printer just unpacked', () => {
    const alone = show(NOTHING, print(language, bare));
    expect(alone).toHaveLength(1);
    expect(show(print(language, changing), print(language, bare))).toEqual(alone);
    // Also as sent: nothing in front changes the factory defaults.
    expect(show(NOTHING, encodeLatin1(bare))).toEqual(alone);
  });

  it('say themselves what they change, whatever was printed before', () => {
    const alone = show(NOTHING, print(language, changing));
    expect(alone).toHaveLength(1);
    expect(show(NOTHING, print(language, bare))).not.toEqual(alone);
    expect(show(print(language, bare), print(language, changing))).toEqual(alone);
  });

  it('would come out otherwise as they were sent: the printers show all that lasts', () => {
    expect(show(encodeLatin1(changing), encodeLatin1(bare))).not.toEqual(
      show(NOTHING, encodeLatin1(bare)),
    );
  });

  it('change all that lasts in this test', () => {
    const spell = (name: string): string =>
      language === 'escpos'
        ? name
            .replace('ESC ', '\x1b')
            .replace('GS ', '\x1d')
            .replace('FS ', '\x1c')
            .replace('SP', ' ')
        : name;
    const drawn = new Set(TSPL_EFFECTS[0]?.commands.split(' '));
    for (const [name, { duration }] of effects)
      if ((duration === 'told' || duration === 'drawing') && !drawn.has(name) && !APART.test(name))
        expect(changing).toContain(spell(name));
  });
});
