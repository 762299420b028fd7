import { describe, expect, it } from 'vitest';
import { indexEffectsByCommand } from '../language/effects.ts';
import { TSPL_EFFECTS } from '../language/tspl-effects.ts';
import { ZPL_EFFECTS } from '../language/zpl-effects.ts';
import { type RawLanguage, type RawStock, readRawLabel } from './raw.ts';

const STOCK: RawStock = {
  widthMm: 40,
  heightMm: 30,
  rowWidthMm: 82,
  dpi: 203,
  media: 'black-mark',
  gapMm: 3,
  speed: 5,
  pitchScale: 1.1,
};

const print = (language: RawLanguage, text: string, stock = STOCK): string => {
  const reading = readRawLabel(language, Buffer.from(text, 'latin1'), stock);
  return 'trouble' in reading ? reading.trouble : Buffer.from(reading.bytes).toString('latin1');
};
const START = '^MNM^PW656^LL264^PR5^LH0,0^PON^PMN^LRN^BY2,3.0,10^CFA,9,5^FWN^CI0^PA0,0,0,0';
const printZpl = (text: string): string => print('zpl', text).replace(START, '');
const FIELD = '^FO1,1^FDx^FS';

describe('a label of another system begins', () => {
  it('in ZPL as when the printer is switched on, on the stock of its configuration', () => {
    expect(print('zpl', `^XA${FIELD}^XZ`)).toBe(`^XA${START}${FIELD}^XZ\r\n`);
    const strip = { ...STOCK, rowWidthMm: 40, media: 'continuous', pitchScale: 1 } as const;
    expect(print('zpl', `^XA${FIELD}^XZ`, strip)).toContain('^XA^MNN^PW320^LL240^PR5');
  });

  it('in TSPL so, too', () => {
    const start = 'DIRECTION 0,0\r\nREFERENCE 0,0\r\nCODEPAGE 437\r\n';
    const label = 'CLS\r\nBAR 1,1,9,9\r\nPRINT 1,1\r\n';
    expect(print('tspl', 'BAR 1,1,9,9\nPRINT 1\n')).toBe(
      `\r\nSIZE 82 mm,33 mm\r\nBLINE 3 mm,0 mm\r\nSPEED 5\r\n${start}${label}`,
    );
    const strip = { ...STOCK, media: 'continuous' } as const;
    expect(print('tspl', 'BAR 1,1,9,9\nPRINT 1\n', strip)).toContain('\r\nGAP 0 mm,0 mm\r\n');
  });

  it('with what it says itself behind that', () => {
    expect(print('zpl', `^XA^PW300^CI28^LH9,9${FIELD}^XZ`)).toContain(
      `${START}^PW300^CI28^LH9,9${FIELD}`,
    );
    const tspl = print('tspl', 'SIZE 50 mm,20 mm\nCODEPAGE 1252\nBAR 1,1,9,9\nPRINT 1\n');
    expect(tspl).toContain('CODEPAGE 437\r\nSIZE 50 mm,20 mm\r\nCODEPAGE 1252\r\nCLS');
  });

  it('on a stock: without one it is not read', () => {
    // @ts-expect-error -- the test needs the missing argument.
    expect(() => readRawLabel('zpl', Buffer.from(`^XA${FIELD}^XZ`))).toThrow(TypeError);
  });

  it('with something for each command that lasts', () => {
    // Commands that a label contains only where it needs them.
    const SAID_WHERE_NEEDED = new Set(['^SE']);
    const said = print('zpl', `^XA${FIELD}^XZ`) + print('tspl', 'BAR 1,1,9,9\nPRINT 1');
    const gap = print('tspl', 'BAR 1,1,9,9\nPRINT 1', { ...STOCK, media: 'gap' });
    const drawn = TSPL_EFFECTS.find(({ commands }) => commands.startsWith('TEXT '));
    for (const [name, effect] of [
      ...indexEffectsByCommand(ZPL_EFFECTS),
      ...indexEffectsByCommand(TSPL_EFFECTS),
    ])
      if (effect.duration === 'told' || effect.duration === 'drawing')
        if (effect !== drawn && !SAID_WHERE_NEEDED.has(name)) expect(said + gap).toContain(name);
  });
});

describe('fonts of a label of another system', () => {
  it('are named where they are used, for printers keep their letters', () => {
    expect(printZpl('^XA^CWq,E:SIMSUN.TTF^FO1,1^AQN,30,20^FDx^FS^FO1,9^A0N,9,9^FDy^FS^XZ')).toBe(
      '^XA^FO1,1^A@N,30,20,E:SIMSUN.TTF^FDx^FS^FO1,9^A0N,9,9^FDy^FS^XZ\r\n',
    );
  });

  it('are named again where the stream named one before', () => {
    expect(printZpl('^XA^FO1,1^A@N,30,20,E:A.TTF^FDx^FS^FO1,9^A@R,9^FDy^FS^XZ')).toBe(
      '^XA^FO1,1^A@N,30,20,E:A.TTF^FDx^FS^FO1,9^A@R,9,,E:A.TTF^FDy^FS^XZ\r\n',
    );
  });

  it('hold from a format kept in the printer once that is recalled', () => {
    const kept = '^XA^DFR:F^FS^CWQ,E:B.TTF^FO1,1^A@N,5,5,E:C.TTF^FN1^FS^XZ';
    const used = '^FO2,2^AQN,6,6^FDx^FS^FO3,3^A@N,7,7^FDy^FS';
    expect(printZpl(`${kept}^XA^XFR:F^FS^FN1^FDz^FS${used}^XZ`)).toContain(
      '^FO2,2^A@N,6,6,E:B.TTF^FDx^FS^FO3,3^A@N,7,7,E:C.TTF^FDy^FS',
    );
    expect(printZpl(`${kept}^XA${used}^XZ`)).toContain('^A@');
    expect(printZpl(`${kept}^XA${used}^XZ`)).toContain('没有写字体');
  });

  it.each([
    ['no name', '^XA^FO1,1^A@N,30,30^FDx^FS^XZ', '^A@ 没有写字体'],
    ['a letter as the default', '^XA^CWQ,E:A.TTF^CFQ,30^FO1,1^FDx^FS^XZ', '^CF'],
    ['a pattern', '^XA^CWQ,E:*.TTF^FO1,1^FDx^FS^XZ', '^CW'],
    ['no letter', '^XA^CW,E:A.TTF^FO1,1^FDx^FS^XZ', '^CW'],
  ])('are refused with %s', (_, text, words) => {
    expect(printZpl(text)).toContain(words);
  });
});

describe('the encoding of a label of another system', () => {
  const GBK = '\xc4\xe3\xba\xc3';

  it('has its table, of Chinese where it names none', () => {
    expect(printZpl(`^XA^CI26^FO1,1^FD${GBK}^FS^XZ`)).toBe(
      `^XA^SEE:GB18030.DAT^CI26^FO1,1^FD${GBK}^FS^XZ\r\n`,
    );
    expect(printZpl(`^XA^SEE:BIG5.DAT^CI14^FO1,1^FD${GBK}^FS^XZ`)).toBe(
      `^XA^SEE:BIG5.DAT^CI14^FO1,1^FD${GBK}^FS^XZ\r\n`,
    );
  });

  it.each([
    ['it does not say', `^XA^FO1,1^FD${GBK}^FS^XZ`, '什么编码'],
    ['has no table', `^XA^CI15^FO1,1^FD${GBK}^FS^XZ`, '编码表'],
  ])('is refused where %s', (_, text, words) => {
    expect(printZpl(text)).toContain(words);
  });
});
