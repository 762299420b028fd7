import { describe, expect, it } from 'vitest';
import { encodeLatin1 } from '../bytes.ts';
import { createNoticeCollector } from './notice.ts';
import { addFieldDrafts } from './formats.ts';
import { ZPL_LIMITS } from './limits.ts';
import { createZplFieldDraft, createPowerUpSettings } from './printer.ts';
import type { Printer } from './printer.ts';
import type { ZplStream } from './read.ts';
import { getStream } from './testing/drawing.ts';

const FULL = '存进打印机的东西太多，这一样没有存下';

/** Content of the first field of each label: picture data, or text. */
const shownBy = ({ labels }: ZplStream): (string | undefined)[] =>
  labels.map(({ fields: [field] }) => {
    if (field?.content.kind === 'text') return field.content.text;
    if (field?.content.kind !== 'graphic') return undefined;
    return Buffer.from(field.content.graphic.data).toString('latin1');
  });

const listErrors = ({ notices }: ZplStream): [string, number][] =>
  notices.filter(({ level }) => level === 'error').map(({ message, count }) => [message, count]);

describe('a name that is stored again', () => {
  it('is the new picture for every label, however often it is sent', () => {
    const values = Array.from({ length: 400 }, (_, i) => i.toString(16).padStart(4, '0'));
    const stream = getStream(
      values.map((hex) => `~DGR:A.GRF,50000,50,${hex}^XA^FO0,0^XGR:A.GRF^FS^XZ`).join(''),
    );
    expect(shownBy(stream)).toEqual(values);
    expect(listErrors(stream)).toEqual([]);
  });

  it('is the new one when nothing else would be stored any more', () => {
    const others = Array.from({ length: ZPL_LIMITS.stored - 2 }, (_, i) => `~DGP${i},1,1,00`);
    const format = (text: string): string => `^XA^DFF^FS^FO1,1^FD${text}^FS^XZ`;
    const calls = '^XA^XFF^FS^XZ^XA^XGP^FS^XZ';
    const stream = getStream(
      `${others.join('')}~DGP,1,1,00${format('old')}~DGQ,1,1,00~DGP,1,1,FF${format('new')}${calls}`,
    );
    expect(shownBy(stream)).toEqual(['new', 'FF']);
    expect(listErrors(stream)).toEqual([[FULL, 1]]);
  });

  it('is nothing at all when the new one cannot be stored', () => {
    const large = Array.from({ length: 4 }, (_, i) => `~DGP${i},4000000,100,00`).join('');
    const call = '^XA^XGP^FS^XZ';
    const lost = '图形 P.GRF 存在打印机里，这一段 ZPL 里没有，画不出来';
    const tooLarge = getStream(`~DGP,8,1,FF${large}~DGP,4000000,100,00${call}`);
    expect(listErrors(tooLarge)).toEqual([
      [FULL, 1],
      [lost, 1],
    ]);
    const wrong = getStream(`~DGP,8,1,FF~DGP,0,0,00${call}`);
    expect(listErrors(wrong).at(-1)).toEqual([lost, 1]);
    const others = Array.from({ length: ZPL_LIMITS.stored }, (_, i) => `~DGP${i},1,1,00`).join('');
    expect(listErrors(getStream(`${others}^XA^DFF^FS^FDa^FS^XZ^XA^XFF^FS^FDb^FS^XZ`))).toEqual([
      ['格式 F.ZPL 没有存下：存进打印机的东西太多', 1],
      ['格式 F.ZPL 存在打印机里，这一段 ZPL 里没有，画不出来', 1],
    ]);
  });

  it('takes the place of what it replaces when that is counted', () => {
    const large = Array.from({ length: 20 }, () => '~DGP,4000000,100,00').join('');
    expect(listErrors(getStream(`${large}~DGQ,4000000,100,00^XA^XGQ^FS^XZ`))).toEqual([]);
  });
});

describe('a stream of labels that are stored formats', () => {
  const stored = `^XA^DFF^FS${'^FD1^FS'.repeat(ZPL_LIMITS.fields - 1)}^XZ`;
  const kept = Math.floor(ZPL_LIMITS.streamFields / (ZPL_LIMITS.fields - 1));

  it('is only counted once it is too long, short labels too', () => {
    const call = '^XA^XFF^FS^XZ';
    const stream = getStream(`${stored}${call.repeat(kept + 5)}^XA^FDshort^FS^XZ`);
    expect([stream.labels.length, stream.total]).toEqual([kept, kept + 6]);
    expect(listErrors(stream)).toEqual([['标签太多，后面的没有看', 6]]);
  });

  it('adds one field to a label that is only counted', () => {
    const { report } = createNoticeCollector(() => ({ line: 1, column: 1 }));
    const place = { at: 0, command: '^XA' };
    const settings = createPowerUpSettings(203);
    const drafts = Array.from({ length: ZPL_LIMITS.fields }, () =>
      createZplFieldDraft(place, settings),
    );
    const createPrinter = (isFull: boolean): Printer => ({
      dpi: 203,
      isEditorText: true,
      settings,
      stores: { graphics: new Map(), formats: new Map(), bytes: 0 },
      recalledFieldCount: 0,
      isFull,
      format: {
        place,
        drafts: [],
        values: new Map(),
        copies: 1,
        storeAs: undefined,
        hasRecalled: false,
      },
      draft: undefined,
      report,
    });
    expect(addFieldDrafts(createPrinter(false), drafts, expect.unreachable)).toBe(
      ZPL_LIMITS.fields,
    );
    expect(addFieldDrafts(createPrinter(true), drafts, expect.unreachable)).toBe(1);
  });

  it('may not store what it recalls over and over either', () => {
    const again = '^XA^DFG^FS^XFF^FS^XZ';
    const stream = getStream(encodeLatin1(`${stored}${again.repeat(kept + 5)}^XA^XFG^FS^XZ`));
    expect(listErrors(stream)).toContainEqual(['格式 G.ZPL 没有存下：存进打印机的东西太多', 5]);
    expect(stream.labels).toEqual([]);
  });
});
