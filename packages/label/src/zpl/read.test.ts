import { describe, expect, it } from 'vitest';
import { encodeLatin1 } from '../bytes.ts';
import { ZPL_LIMITS } from './limits.ts';
import { drawCleanly, drawLabels, measureInkBox, getStream } from './testing/drawing.ts';

const listTexts = (source: string | Uint8Array): string[][] =>
  getStream(source).labels.map(({ fields }) =>
    fields.map(({ content }) => ('text' in content ? content.text : content.kind)),
  );

const listTold = (source: string | Uint8Array): string[] =>
  getStream(source).notices.map(
    ({ line, column, command, message, count }) =>
      `${line}:${column} ${command} ${message}${count > 1 ? ` ×${count}` : ''}`,
  );

describe('a stream', () => {
  it('has several labels, and none of a format that only sets something', () => {
    expect(listTexts('^XA^MNY^PR4^XZ^XA^FDa^FS^PQ3^XZ\n^XA^FDb^FS^XZ')).toEqual([['a'], ['b']]);
    expect(getStream('^XA^FDa^FS^PQ3^XZ').labels[0]?.copies).toBe(3);
  });

  it('keeps from label to label what a printer keeps, and no field', () => {
    const [first, second] = getStream(
      '^XA^PW300^LH9,9^CF0,40^FWR^FDa^FS^XZ^XA^FO1,1^FDb^FS^XZ',
    ).labels;
    expect(first?.fields[0]).toMatchObject({ x: 9, y: 9 });
    expect(second).toMatchObject({ widthDots: 300, heightDots: 320 });
    expect(second?.fields).toHaveLength(1);
    expect(second?.fields[0]).toMatchObject({
      x: 10,
      rotation: 90,
      content: { font: { name: '0', height: 40, width: 40 } },
    });
  });

  it('says what it did not understand, where, and how often', () => {
    const source = '^XA\n^FO1,1^QQ5^FDa^FS\n^QQ^FS ! U1 x\n^FO5,banana^GB9,9^FS^PR4^XZ';
    expect(listTold(source)).toEqual([
      '2:7 ^QQ 不认识的命令，跳过了 ×2',
      '3:4  “! U1 x”不是 ZPL 命令，跳过了',
      '4:1 ^FO 第 2 个参数“BANANA”不对，按没有写处理',
      '4:21 ^PR 打印速度，不影响画面',
    ]);
  });

  it('begins as drivers begin one, and with a byte order mark', () => {
    expect(listTold('CT~~CD,~CC^~CT~\n^XA~TA000~JSN^FDa^FS^XZ')).toEqual([
      '2:4 ~TA 撕纸位置，不影响画面',
      '2:10 ~JS 回卷，不影响画面',
    ]);
    expect(listTold('\ufeff^XA^FDa^FS^XZ')).toEqual([]);
  });

  it('tells of commands outside of a label, and of labels that were not ended', () => {
    expect(listTold('^FO1,1^XA^FDa^FS^XA^FDb^FS')).toEqual([
      '1:1 ^FO 在 ^XA 前面，打印机不理它',
      '1:17 ^XA 上一张没有写完（少了 ^XZ）就又开始一张；这里当作写完了',
      '1:17 ^XA 最后一张没有 ^XZ，打印机会一直等待，不打印',
    ]);
  });

  it('draws a field that was not ended ahead of the next', () => {
    const drawn = drawLabels('^XA^FO1,1^GB5,5,5^FO20,1^GB5,5,5^XZ')[0];
    expect(drawn && measureInkBox(drawn.bitmap)).toEqual([1, 1, 25, 6]);
    expect(drawn?.notices.map(({ message }) => message)).toEqual(['前面一项少了 ^FS，这里当作有']);
  });
});

describe('field data', () => {
  it('is in the encoding of the stream, for hex as for bytes', () => {
    const gbk = Uint8Array.from([0xd6, 0xd0, 0xb9, 0xfa]);
    const wrapInCharacterSet = (set: string, bytes: Uint8Array): Uint8Array =>
      Uint8Array.from([...encodeLatin1(`^XA${set}^FD`), ...bytes, ...encodeLatin1('^FS^XZ')]);
    expect(listTexts(wrapInCharacterSet('^SEE:GB18030.DAT^CI26', gbk))).toEqual([['中国']]);
    expect(listTexts(wrapInCharacterSet('^CI28', new TextEncoder().encode('中国')))).toEqual([
      ['中国'],
    ]);
    expect(listTexts(wrapInCharacterSet('^CI27', Uint8Array.of(0x80)))).toEqual([['€']]);
    expect(listTexts(wrapInCharacterSet('^CI13', Uint8Array.of(0x82)))).toEqual([['é']]);
    expect(listTexts('^XA^CI28^FH^FD_E4_B8_AD_zz^FS^XZ')).toEqual([['中_zz']]);
    expect(listTexts('^XA^SEE:BIG5.DAT^CI14^FH\\^FD\\A4\\A4^FS^XZ')).toEqual([['中']]);
  });

  it('is as it was typed, whatever the encoding; that a printer would not is told', () => {
    expect(listTexts('^XA^CI27^FH^FD中_80文^FS^XZ')).toEqual([['中€文']]);
    expect(listTold('^XA^FD中^FS^XZ')[0]).toContain('前面没有 ^CI28');
    const bytes = new TextEncoder().encode('^XA^FD中^FS^XZ');
    expect(listTold(bytes)[0]).toContain('像是 UTF-8 的字');
    expect(listTold(encodeLatin1('^XA^CI28^FD\u00ff^FS^XZ'))[0]).toContain('不是 ^CI28 的字');
  });

  it('has no line ends, and no more bytes than a printer takes', () => {
    expect(listTexts('^XA^FDa\r\nb^FS^XZ')).toEqual([['ab']]);
    const [[text = ''] = []] = listTexts(`^XA^FD${'x'.repeat(4000)}^FS^XZ`);
    expect(text).toHaveLength(ZPL_LIMITS.dataBytes);
  });

  it('goes by its number into every field that has it', () => {
    const stored = '^XA^DFE:A.ZPL^FS^FO1,1^FN1^FS^FO1,30^FDx^FS^FO1,60^FN2^FS^XZ';
    expect(listTexts(`${stored}^XA^XFE:A^FS^FN1^FDone^FS^FN2^FDtwo^FS^XZ`)).toEqual([
      ['one', 'x', 'two'],
    ]);
    expect(listTexts('^XA^FO1,1^FN1^FDa^FS^FO1,9^FN1^FS^XZ')).toEqual([['a', 'a']]);
    expect(listTold('^XA^XFR:NONE.ZPL^FS^FN1^FDa^FS^XZ')[0]).toContain('NONE.ZPL 存在打印机里');
    expect(listTold('^XA^FN3^FS^XZ')).toEqual(['1:4 ^FN ^FN3 没有给值，空着']);
  });

  it('may be counted on', () => {
    const [label] = getStream('^XA^FO1,1^SN007,5,Y^FS^FO1,9^FDA12^SFdd,2^FS^XZ').labels;
    expect(label?.fields.map(({ serial, content }) => ({ serial, content }))).toMatchObject([
      { serial: { step: 5, isFilled: true }, content: { text: '007' } },
      { serial: { step: 2, isFilled: true }, content: { text: 'A12' } },
    ]);
  });
});

describe('fonts', () => {
  const getFont = (font: string) =>
    getStream(`^XA${font}^FDa^FS^XZ`).labels[0]?.fields.map(({ content }) =>
      content.kind === 'text' ? content.font : undefined,
    )[0];

  it.each([
    ['', { name: 'A', height: 9, width: 5 }],
    ['^A0N,30', { name: '0', height: 30, width: 30 }],
    ['^A0N,30,20', { name: '0', height: 30, width: 20 }],
    ['^ADN,36,20', { name: 'D', height: 36, width: 20 }],
    ['^ADN,40', { name: 'D', height: 36, width: 20 }],
    ['^AB,,21', { name: 'B', height: 33, width: 21 }],
    ['^CFF,52', { name: 'F', height: 52, width: 26 }],
    ['^CF0,50^A1N,24,24', { name: '1', height: 24, width: 24 }],
    ['^A@N,40,,E:SONG.TTF', { name: '@', height: 40, width: 40 }],
  ])('of %s come in the sizes they have', (font, expected) => {
    expect(getFont(font)).toEqual(expected);
  });
});

describe('pictures', () => {
  const dots = 'FF81818181FF';

  it('come in every way the guide has, at any place', () => {
    const box = drawCleanly(`^FO8,8^GFA,6,6,1,${dots}^FS`);
    expect(measureInkBox(box)).toEqual([8, 8, 16, 14]);
    for (const same of [
      '^FO8,8^GFA,6,6,1,!81:::!',
      '^FO8,8^GFA,6,6,1,GFGF\n81:::!',
      '^FO8,8^GFA,8,6,1,:B64:/4GBgYH/:A8B6',
      '^FT8,14^GFA,6,6,1,HF81:::HF',
    ])
      expect(drawLabels(`^XA${same}^FS^XZ`)[0]?.bitmap).toEqual(box);
    const binary = encodeLatin1('^XA^FO8,8^GFB,6,6,1,\u00ff\u0081\u0081\u0081\u0081\u00ff^FS^XZ');
    expect(drawLabels(binary)[0]?.bitmap).toEqual(box);
  });

  it('are stored and called, larger where asked', () => {
    const stored = `~DGR:LOGO.GRF,6,1,${dots}`;
    const [drawn] = drawLabels(`${stored}^XA^FO8,8^XGR:LOGO.GRF,3,2^FS^XZ`);
    expect(drawn && measureInkBox(drawn.bitmap)).toEqual([8, 8, 32, 20]);
    const [moved] = drawLabels(`${stored}^XA^FO8,8^IMR:LOGO^FS^XZ`);
    expect(moved?.bitmap).toEqual(drawCleanly(`^FO8,8^GFA,6,6,1,${dots}^FS`));
  });

  it('are told of where they are broken, too large or not there', () => {
    const getNotice = (field: string): string | undefined =>
      drawLabels(`^XA^FO1,1^GB1,1,1^FS${field}^FS^XZ`)[0]?.notices.find(
        ({ level }) => level !== 'note',
      )?.message;
    expect(getNotice('^GFA,9,9999999,1,FF')).toContain('图形太大');
    expect(getNotice('^GFA,9,6,0,FF')).toContain('参数“0”不对');
    expect(getNotice('^GFA,8,6,1,:B64:/4GBgYH/:0000')).toContain('校验和不对');
    expect(getNotice('^GFA,8,6,1,:Z64:/4GBgYH/:A8B6')).toContain('数据坏了');
    expect(getNotice('^GFA,12,6,1,FF81')).toContain('图形的数据不够');
    expect(getNotice('^GFA,12,6,1,FF81::,,')).toBeUndefined();
    expect(getNotice('^GFC,1,6,1,x')).toContain('只有打印机会解');
    expect(getNotice('^XGR:NO.GRF')).toContain('NO.GRF 存在打印机里');
  });
});
