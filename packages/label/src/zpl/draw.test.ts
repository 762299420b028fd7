import bwipjs from 'bwip-js/node';
import { describe, expect, it } from 'vitest';
import { turnBitmap } from '../image/turn.ts';
import { bitmapToZpl } from '../language/zpl-bytes.ts';
import { isBlackDot } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import { readFixtureTemplate, getLayout, SAMPLES } from '../testing/fixtures.ts';
import { readWithZxing } from '../testing/readers.ts';
import { buildSampleData } from '../placeholders.ts';
import { drawCleanly, drawLabels, measureInkBox, SIZE } from './testing/drawing.ts';
import { renderElsewhere } from './testing/elsewhere.ts';

describe('our own ZPL, read back', () => {
  it.each([203, 300, 600] as const)(
    'gives the very dots at %i dpi, packed and as digits',
    (dpi) => {
      for (const name of dpi === 203 ? SAMPLES : SAMPLES.slice(0, 1)) {
        const template = readFixtureTemplate(name);
        const bitmap = rasterizeScene(getLayout(template, buildSampleData(template), { dpi }));
        for (const graphics of ['z64', 'ascii'] as const) {
          const [drawn] = drawLabels(bitmapToZpl(bitmap, { graphics, darkness: 5, speed: 4 }), dpi);
          expect(drawn?.bitmap).toEqual(bitmap);
          expect(drawn?.notices.filter(({ level }) => level !== 'note')).toEqual([]);
        }
      }
    },
  );
});

/** Lengths of bars and spaces in the row of dots at 100, starting with a bar. */
function measureRuns(bitmap: Bitmap, from: number, to: number): number[] {
  const runs: number[] = [];
  let isBlack = false;
  for (let x = from; x < to; x += 1) {
    if (isBlackDot(bitmap, x, 100) !== isBlack) {
      isBlack = !isBlack;
      runs.push(0);
    }
    runs.push((runs.pop() ?? 0) + 1);
  }
  return runs;
}

const CODES = [
  '^BY2^BCN,80,N^FD123456',
  '^BY3^BCN,80,N^FD>;123456>6AB',
  '^BY2^BCN,80,N^FD>:Code 128',
  '^BY2^BCN,80,N^FD>9386942',
  '^BY2^BCN,80,N,N,N,A^FDAB123456',
  '^BY1^BCN,80,N,N,N,D^FD(01)0952123454321(10)ABC',
  '^BY1^BCN,80,N,N,N,U^FD0012345678901234567',
  '^BY2^BCR,80,N^FD123456',
  '^BY2^BCI,80,N^FD123456',
  '^BY2^BCB,80,N^FD123456',
  '^BY1^B3N,N,80,N^FDABC-123',
  '^BY2,2.5^B3N,N,80,N^FDABC',
  '^BY2,2^B2N,80,N^FD1234',
  '^BY4,2.5^B2N,80,N^FD12345',
  '^BY2^B2N,80,N,N,Y^FD1234567',
  '^BY2^BEN,80,N^FD690123456789',
  '^BY2^BEN,80,N^FD1234',
  '^BXN,5,200^FDhello',
  '^BXR,4,200^FDABC123456789012',
  '^BXN,4,200^FH^FD_41_42',
];

describe('codes', () => {
  it.each(CODES)('are, dot for dot, those of another interpreter: %s', async (code) => {
    const fields = `^FO60,60${code}^FS`;
    expect(Buffer.compare(drawCleanly(fields).data, (await renderElsewhere(fields)).data)).toBe(0);
  });

  it.each(['N', 'R', 'I', 'B'])(
    'stand where it puts them by their base line, turned %s',
    async (turn) => {
      const fields = `^FT200,200^BY2^BC${turn},60,N^FD>;1234^FS`;
      // The other renderer omits the last bars of a code that runs down.
      if (turn === 'R') expect(measureInkBox(drawCleanly(fields))).toEqual([200, 200, 260, 314]);
      else expect(drawCleanly(fields).data).toEqual((await renderElsewhere(fields)).data);
    },
  );

  const ALL = { formats: [], textMode: 'Plain' as const };
  it.each([
    ['^BY2^BUN,60^FD03600029145', '0036000291452'],
    ['^BY2^B8N,60^FD1234567', '12345670'],
    ['^BY2^B9N,60^FD1230000045', '0012300000451'],
    ['^BY2^BAN,60^FDCODE 93', 'CODE 93'],
    ['^BY2^BKN,N,60,Y,N,B,C^FD12-34', 'B12-34C'],
    ['^BY1^B3N,N,60^FDTEST+$$M$J-$', 'TEST+$$M$J-$'],
    ['^BY2^BCN,60^FD>;>80209521234543213>83100', '0209521234543213\u001d3100'],
    ['^BY1^BCN,60^FD>:a>0b>=c>7040506>6X', 'a>b~c$%&X'],
    ['^BQN,2,4^FDQA,https://yunbiao.example', 'https://yunbiao.example'],
    ['^BQN,2,4^FDHM,N0123,Aabc,B0004d,ef', '0123abcd,ef'],
    ['^BQN,2,4^FDD03048F,LA,mixed', 'mixed'],
    ['^CI28^BQN,2,4^FH^FDQA,_E4_BA_91 标', '云 标'],
    ['^BXN,5,200,,,,_^FD_10109521234543213_110A__B', '0109521234543213\u001d10A_B'],
    ['^BXN,5,200,22,22^FDa', 'a'],
    ['^BXN,5,200,,,,,2^FDrectangle', 'rectangle'],
    ['^B0N,5^FDAztec', 'Aztec'],
    ['^BON,5,N,102^FDAztec', 'Aztec'],
    ['^BY2^B7N,4,2^FDPDF417 \\& two lines', 'PDF417 \r\n two lines'],
    ['^BY2^B7N,4,,3,8,Y^FDcompact', 'compact'],
  ])('are read back: %s', async (code, text) => {
    const { bitmap } = drawLabels(`^XA^FO60,60${code}^FS^XZ`)[0] ?? {};
    expect(bitmap && (await readWithZxing(bitmap, ALL))).toEqual([text]);
  });

  it.each([
    ['A+$ab1-$', 'A+$+A+B1-$', '“a”画成“+A”'],
    ['+$a+B#$-$#', undefined, 'Code 39 不能包含“#”'],
    ['ab', undefined, 'Code 39 不能包含“a”'],
    ['A-$B', 'A-$B', undefined],
  ])('of Code 39 are in full ASCII between +$ and -$: %s', async (data, bars, message) => {
    const drawn = drawLabels(`^XA^FO60,60^BY1^B3N,N,60,N^FD${data}^FS^XZ`)[0];
    const told = drawn?.notices.map((notice) => notice.message).join() ?? '';
    expect(told).toContain(message ?? '');
    expect(told === '').toBe(message === undefined);
    const options = { formats: ['Code39Std' as const] };
    const read = drawn && (await readWithZxing(drawn.bitmap, options));
    expect(read).toEqual(bars === undefined ? [] : [bars]);
  });

  it.each([
    ['12', '12', 'ean2'],
    ['7', '07', 'ean2'],
    ['51299', '51299', 'ean5'],
    ['299', '00299', 'ean5'],
  ])('of ^BS %s are the bars of bwip-js of %s, as high as it says', (data, digits, peer) => {
    const [symbol] = bwipjs.raw(peer, digits) as unknown as [{ sbs: number[] }];
    const bars = symbol.sbs.filter((width) => width > 0);
    const width = 2 * bars.reduce((sum, item) => sum + item, 0);
    const bitmap = drawCleanly(`^FO60,60^BY2^BSN,80,N^FD${data}^FS`);
    expect(measureInkBox(bitmap)).toEqual([60, 60, 60 + width, 140]);
    expect(measureRuns(bitmap, 60, 60 + width)).toEqual(bars.map((bar) => 2 * bar));
    expect(measureInkBox(drawCleanly(`^FO60,60^BY2^BSR,80,N^FD${data}^FS`))).toEqual([
      60,
      60,
      140,
      60 + width,
    ]);
  });

  it('of ^BS have their digits above, below when told, and are as high as ^BY says', () => {
    const measureBarcode = (params: string) =>
      measureInkBox(drawCleanly(`^BY2,3,50^FO60,60^BSN${params}^FD51299^FS`));
    const [left, top, right, bottom] = measureBarcode(',80');
    expect([left, right, bottom]).toEqual([60, 154, 140]);
    expect(top).toBeLessThan(52);
    expect(measureBarcode(',80,Y,N')[1]).toBe(60);
    expect(measureBarcode(',80,Y,N')[3]).toBeGreaterThan(148);
    expect(measureBarcode('')[3]).toBe(110);
    const [drawn] = drawLabels('^XA^FO60,60^BSN,80^FD512996^FS^XZ');
    expect(drawn?.notices.map(({ message }) => message)).toEqual([
      '附加码是 2 位或 5 位数字，后面的“6”没有画',
    ]);
  });

  /** The example of the ZPL guide (^BD), without the carrier message. */
  const PARCEL =
    '[)>_1E01_1D961Z00004951_1DUPSN_1D06X610_1D159_1D1234567_1D1/1_1D_1DY_1D634 ALPHA DR_1DPITTSBURGH_1DPA_1E_04';
  const CONTROLS: Readonly<Record<string, string>> = {
    _1E: '\u001e',
    _1D: '\u001d',
    _04: '\u0004',
  };
  /** As a scanner returns it: the carrier message after the header. */
  const tellParcel = (carrier: string): string =>
    PARCEL.replace('_1D96', `_1D96${carrier}_1D`).replaceAll(/_../g, (hex) => CONTROLS[hex] ?? hex);

  it.each([203, 300, 600] as const)(
    'are read back at %i dpi when they are MaxiCode',
    async (dpi) => {
      for (const [code, text] of [
        [`^BD^FH^FD001840152382802${PARCEL}`, tellParcel('152382802_1D840_1D001')],
        [`^BD3^FH^FD001124B10508${PARCEL}`, tellParcel('B10508_1D124_1D001')],
        ['^BD4^FDMaxiCode 123456789', 'MaxiCode 123456789'],
        ['^CI28^BD5,2,3^FD云 标', '云 标'],
      ] as const) {
        const [drawn] = drawLabels(`^XA^PW${2 * dpi}^LL${2 * dpi}^FO60,60${code}^FS^XZ`, dpi);
        expect(drawn?.notices).toEqual([]);
        expect(drawn && (await readWithZxing(drawn.bitmap, { formats: ['MaxiCode'] }))).toEqual([
          text,
        ]);
      }
    },
  );

  it('stand at ^FO as large as elsewhere when they are MaxiCode, and are not turned', async () => {
    const fields = `^FWR^FO60,60^BD2^FH^FD001840152382802${PARCEL}^FS`;
    const [ours, theirs] = [drawCleanly(fields), await renderElsewhere(fields)].map(measureInkBox);
    ours?.forEach((edge, i) => expect(Math.abs(edge - (theirs?.[i] ?? 0))).toBeLessThan(3));
  });

  it('stand as far below ^FO as bars are high, when they are QR, and seven modules above ^FT', () => {
    const [, top] = measureInkBox(drawCleanly('^BY2,3,50^FO60,60^BQN,2,4^FDQA,a^FS'));
    const [, , , bottom] = measureInkBox(drawCleanly('^FT60,260^BQN,2,4^FDQA,a^FS'));
    expect([top, bottom]).toEqual([110, 232]);
  });

  it('have their text below, above or not at all', () => {
    const measureCode128 = (text: string) =>
      measureInkBox(drawCleanly(`^FO60,60^BY2^BCN,60,${text}^FDABC^FS`));
    expect(measureCode128('N')).toEqual([60, 60, 196, 120]);
    expect(measureCode128('Y,N')[3]).toBeGreaterThan(130);
    expect(measureCode128('Y,Y')[1]).toBeLessThan(50);
  });

  it.each([
    ['^BY2^BEN,60^FDabc', '^BE', 'EAN-13 只能放数字'],
    ['^BY2^B3N,N,60^FD中文', '^B3', 'Code 39 不能包含'],
    ['^BY2^BCN,60^FD>:é', '^BC', 'B 集没有'],
    ['^BY2^BSN,60^FD1A', '^BS', '附加码 只能放数字'],
    ['^BXN,5,200^FD', '^BX', ''],
    ['^BD^FD00184015238[)>', '^BD', 'MaxiCode 模式 2 的 ^FD 开头要是 15 位数字'],
    ['^BD3^FD001124b10508[)>', '^BD', 'MaxiCode 模式 3 的 ^FD 开头要是 12 个字'],
    ['^BD4,3,2^FDx', '^BD', '不能是 2 个里的第 3 个'],
    ['^B4N,20^FD123', '^B4', 'Code 49 还不会画'],
  ])('that cannot be are told with their place: %s', (code, command, message) => {
    const [drawn] = drawLabels(`^XA\n^FO60,60\n${code}^FS\n^FO1,1^GB5,5,5^FS^XZ`);
    const told = drawn?.notices.find(({ level }) => level === 'error');
    if (message === '') expect(told).toBeUndefined();
    else {
      expect(told).toMatchObject({ command, line: 3 });
      expect(told?.message).toContain(message);
    }
    expect(drawn && measureInkBox(drawn.bitmap)).toEqual([1, 1, 6, 6]);
  });
});

describe('text', () => {
  // The fonts differ: same height of capitals, same baseline, and about the same width.
  it.each(['^A0N,60,60', '^A0N,60,30', '^A0R,40,40', '^A0I,40,40', '^A0B,40,50', '^ADN,36,20'])(
    'is as large as a printer makes it, and stands there: %s',
    async (font) => {
      for (const place of ['^FO200,150', '^FT200,150']) {
        const fields = `${place}${font}^FDHHEH^FS`;
        const [ours, theirs] = [drawCleanly(fields), await renderElsewhere(fields)].map(
          measureInkBox,
        );
        ours?.forEach((edge, i) => expect(Math.abs(edge - (theirs?.[i] ?? 0))).toBeLessThan(10));
      }
    },
  );

  it('says which characters no font of ours has, and draws a box for each', () => {
    const [drawn] = drawLabels('^XA^CI28\n^FO40,40^A@N,40,40,E:SONG.TTF^FD云😀标^FS^XZ');
    expect(drawn?.notices).toMatchObject([
      { level: 'warning', line: 2, message: '云标的字体里没有“😀”，画成方框' },
    ]);
    const [left, , right] = drawn ? measureInkBox(drawn.bitmap) : [];
    expect((right ?? 0) - (left ?? 0)).toBeGreaterThan(80);
    const faces = Array.from({ length: 21 }, (_, i) => String.fromCodePoint(0x1f600 + i));
    const [many] = drawLabels(`^XA^CI28^FO0,40^A@N,20,20,E:SONG.TTF^FD${faces.join('')}^FS^XZ`);
    expect(many?.notices[0]?.message).toContain(`${faces.slice(0, 20).join('')}…`);
  });

  it('breaks in a block, stands in it as asked, and is cut or printed over when it is too long', async () => {
    const drawBlock = (more: string, text = 'hello to this world') =>
      drawCleanly(`^FO40,40^A0N,40,40^FB300,${more}^FD${text}^FS`);
    const [left, , right] = measureInkBox(drawBlock('1,0,R', 'hi'));
    expect([left > 290, right > 330, right <= 340]).toEqual([true, true, true]);
    const [ours, theirs] = [
      drawBlock('2,10,C'),
      await renderElsewhere('^FO40,40^A0N,40,40^FB300,2,10,C^FDhello to this world^FS'),
    ].map(measureInkBox);
    ours?.forEach((edge, i) => expect(Math.abs(edge - (theirs?.[i] ?? 0))).toBeLessThan(20));
    const [over] = drawLabels('^XA^FO40,40^A0N,40,40^FB100,1^FDhello world^FS^XZ');
    expect(over?.notices[0]?.message).toContain('叠在最后一行上');
    const getTextHeight = (text: string) =>
      measureInkBox(drawCleanly(`^FO0,0^A0N,20,20^FB300,9^FD${text}^FS`))[3];
    expect(getTextHeight('a\\&b\\&c') - getTextHeight('a')).toBe(40);
    expect(measureInkBox(drawCleanly('^FO0,0^A0N,20,20^TBN,100,40^FDone two^FS'))[3]).toBeLessThan(
      40,
    );
  });

  it('is black, white, or turns round what is under it', () => {
    const box = '^FO0,0^GB200,60,60^FS';
    const text = '^FO10,10^A0N,40,40^FR^FDHello^FS';
    const [both, black] = [drawCleanly(box + text), drawCleanly(box)].map(({ data }) =>
      data.reduce(sumDots, 0),
    );
    const alone = drawCleanly(text).data.reduce(sumDots, 0);
    expect(both).toBe((black ?? 0) - alone);
    expect(drawCleanly(`^LRY${box}^FO10,10^A0N,40,40^FDHello^FS`).data).toEqual(
      drawCleanly(box + text).data,
    );
  });
});

const sumDots = (sum: number, byte: number): number => {
  let dots = 0;
  for (let left = byte; left > 0; left &= left - 1) dots += 1;
  return sum + dots;
};

describe('the whole label', () => {
  const mark = '^FO10,20^GB30,5,5^FS';

  it('is turned by half and mirrored', () => {
    const plain = drawCleanly(mark);
    expect(drawCleanly(`^POI${mark}`)).toEqual(turnBitmap(plain, 180));
    expect(measureInkBox(drawCleanly(`^PMY${mark}`))).toEqual([440, 20, 470, 25]);
  });

  it('is as large as it says, else as the labels in the printer', () => {
    const getSize = ({ width, height }: { width: number; height: number }) => [width, height];
    expect(getSize(drawCleanly(mark))).toEqual([SIZE.widthDots, SIZE.heightDots]);
    expect(getSize(drawCleanly(`^PW400^LL600${mark}`))).toEqual([400, 600]);
    const [drawn] = drawLabels(`^XA^PW32000^LL32000${mark}^XZ`);
    expect(drawn && getSize(drawn.bitmap)).toEqual([2400, 2400]);
    expect(drawn?.notices[0]?.message).toContain('标签太大');
  });

  it('moves with home, shift and top, and measures in mm and inches', () => {
    expect(measureInkBox(drawCleanly(`^LH5,6^LS3^LT7${mark}`))).toEqual([12, 33, 42, 38]);
    expect(measureInkBox(drawCleanly('^MUM^FO1,2^GB3.5,0.5,0.5^FS'))).toEqual([8, 16, 36, 20]);
    expect(measureInkBox(drawCleanly('^MUI^FO0.5,0^GB0.25,0.25,0.05^FS'))).toEqual([
      102, 0, 153, 51,
    ]);
    expect(measureInkBox(drawCleanly('^MUD,150,300^FO10,10^GB10,10,10^FS'))).toEqual([
      20, 20, 40, 40,
    ]);
  });

  it('ends with the stream, and says what a printer would do', () => {
    const [drawn] = drawLabels(`^XA${mark}`);
    expect(drawn?.notices[0]).toMatchObject({ level: 'warning', command: '^XA', line: 1 });
  });
});
