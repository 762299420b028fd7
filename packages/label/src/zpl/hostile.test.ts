import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeLatin1 } from '../bytes.ts';
import { testFonts } from '../testing/fixtures.ts';
import { drawZpl } from './draw/draw.ts';
import { ZPL_LIMITS } from './limits.ts';
import { readZpl } from './read.ts';
import { getStream } from './testing/drawing.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

/** A stream with every kind of command that is read. */
const WHOLE = `CT~~CD,~CC^~CT~
~DGR:LOGO.GRF,6,1,FF81818181FF
^XA^DFE:F.ZPL^FS^FO5,5^A0N,20,20^FN1"a"^FS^XZ
^XA^CI28^PW400^LL200^LH2,2^LS1^LT1^POI^PMY^LRN^MUD,200,200^CF0,20^FWN,0
^FO10,10^A0N,20,15^FB100,2,1,J,3^FH_^FDone_20two\\&three^FS^FT9,99^ADR,36,20^FDx^FS
^BY2,2.5,30^FO10,50^BCN,30,Y,Y,Y,A^FD>:A>512^FS^FO9,9^B3N,Y,20^FDA1+$b$M-$^FS^FO9,9^BQN,2,3^FDQA,a^FS
^FO9,9^BXN,3,200,10,10,,_,1^FD_1A^FS^FO9,9^B7N,2,1,3,4,Y^FDb^FS^FO9,9^B0N,2,N,23^FDc^FS
^FO9,9^BEN,9,Y^FD123^FS^FO9,9^B2N,9,Y,N,Y^FD1^FS^FO9,9^BKN,N,9,Y,N,A,B^FD1^FS^FO9,9^BUN,9^FD1^FS^FO9,9^BSN,9^FD123^FS
^FO1,1^GB30,20,2,B,3^FS^FO1,1^FR^GC20,3,W^FS^FO1,1^GE9,5,1^FS^FO1,1^GD9,5,1,B,L^FS
^FO1,1^GFA,8,6,1,:B64:/4GBgYH/:A8B6^FS^FO1,1^GFB,2,2,1,\u0001\u0002^FS^XGR:LOGO.GRF,2,3^FS
^TBN,50,40^FDlong text^FS^SN01,1,Y^FS^FDA1^SFdd,1^FS^GSN,20,20^FDA^FS^FX note^FS^PQ2^XZ
^XA^XFE:F.ZPL^FN1^FDv^FS^XZ`;

/** Reads a stream and draws every label: must always end without an error. */
function expectSurvival(source: string | Uint8Array): void {
  const stream = getStream(source);
  expect(stream.labels.length).toBeLessThanOrEqual(ZPL_LIMITS.labels);
  for (const label of stream.labels.slice(0, 3)) {
    const { bitmap, notices } = drawZpl(label, { fonts: testFonts(), lines: stream.lines });
    expect([bitmap.width, bitmap.height]).toEqual([label.widthDots, label.heightDots]);
    expect(notices.length).toBeLessThanOrEqual(ZPL_LIMITS.notices + 1);
  }
}

it('reads the whole stream it is then mutated from', () => {
  const { labels, notices } = getStream(encodeLatin1(WHOLE));
  expect(labels).toHaveLength(2);
  expect(labels[0]?.fields.length).toBeGreaterThan(20);
  expect(notices.filter(({ level }) => level === 'error')).toEqual([]);
});

describe('anything at all', () => {
  it('is read and drawn to its end, bytes as they come', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => expectSurvival(bytes)),
      { numRuns: rounds(200) },
    );
  });

  const command = fc.constantFrom(
    ...'XA XZ FO FT FD FS FH FN FB TB FR A0 A@ AD CF CI BY BC B3 B2 BE BQ BX B7 B0 GB GC GD GE GF XG DF XF LH LL PW LS LT PO PM PQ MU SN SF SE FW GS'.split(
      ' ',
    ),
  );
  const parameter = fc.oneof(
    fc.integer({ min: -40_000, max: 40_000 }).map(String),
    fc.constantFrom(
      'N',
      'R',
      'I',
      'B',
      'Y',
      'W',
      'M',
      'D',
      '',
      '0',
      '1',
      '2.5',
      '200',
      'QA',
      'R:A.GRF',
    ),
    fc.string({ maxLength: 6 }),
  );
  const spoken = fc
    .tuple(command, fc.array(parameter, { maxLength: 6 }))
    .map(([name, parameters]) => `^${name}${parameters.join(',')}`);

  it('is, made of commands with any parameters', () => {
    fc.assert(
      fc.property(fc.array(spoken, { maxLength: 30 }), (commands) =>
        expectSurvival(`^XA${commands.join('')}^FS^XZ`),
      ),
      { numRuns: rounds(200) },
    );
  });

  it('is, a whole stream with pieces changed, doubled and left out', () => {
    const bytes = encodeLatin1(WHOLE);
    const change = fc.record({
      at: fc.nat(bytes.length - 1),
      length: fc.nat(40),
      by: fc.oneof(fc.uint8Array({ maxLength: 6 }), fc.nat(bytes.length - 60)),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        let mutated = bytes;
        for (const { at, length, by } of changes) {
          const piece = typeof by === 'number' ? bytes.subarray(by, by + 60) : by;
          mutated = Uint8Array.from([
            ...mutated.subarray(0, at),
            ...piece,
            ...mutated.subarray(at + length),
          ]);
        }
        expectSurvival(mutated);
      }),
      { numRuns: rounds(200) },
    );
  });
});

describe('a stream that asks for too much', () => {
  const listWarnings = (fields: string, dpi: 203 | 600 = 203): string[] => {
    const stream = readZpl(`^XA${fields}^XZ`, { dpi, widthDots: 4800, heightDots: 7000 });
    const [label] = stream.labels;
    if (label === undefined) return [];
    const { notices } = drawZpl(label, { fonts: testFonts(), lines: stream.lines });
    return [...stream.notices, ...notices].map(({ message }) => message);
  };

  it('is cut before it costs, and says so', () => {
    expect(listWarnings('^FO0,0^A0N,32000,32000^FDWWWW^FS')).toContain(
      '标签上的内容太多或太大，后面的没有画',
    );
    expect(listWarnings('^FO0,0^GC7000,3000^FS'.repeat(1900), 600)).toContain(
      '标签上的内容太多或太大，后面的没有画',
    );
    // Tiny data that declares four million bytes of dots, many times.
    expect(listWarnings('^FO0,0^GFA,1,4000000,100,,^FS'.repeat(1900), 600)).toContain(
      '标签上的内容太多或太大，后面的没有画',
    );
    expect(listWarnings(`^FO0,0^A0N,9,9^FB9,9999^FD${'w '.repeat(1500)}^FS`.repeat(300))).toContain(
      '标签上的内容太多或太大，后面的没有画',
    );
    expect(listWarnings('^FO0,0^GB1,1,1^FS'.repeat(2100))).toContain(
      '一张标签最多 2000 项，多出来的没有画',
    );
  });

  it('stores no more than there is room for', () => {
    const pictures = Array.from({ length: 9 }, (_, i) => `~DGR:P${i}.GRF,4000000,100,00`).join('');
    const { notices } = getStream(`${pictures}^XA^FDa^FS^XZ`);
    expect(notices.map(({ message, count }) => [message, count])).toEqual([
      ['存进打印机的东西太多，这一样没有存下', 5],
    ]);
    // Each format recalls the previous one twice, which doubles its size.
    const grown = Array.from({ length: 30 }, (_, i) =>
      i === 0
        ? '^XA^DFE:F0^FS^FO1,1^FDx^FS^FO1,9^FDy^FS^XZ'
        : `^XA^DFE:F${i}^FS^XFE:F${i - 1}^FS^XFE:F${i - 1}^FS^XZ`,
    ).join('');
    const [label] = getStream(`${grown}^XA^XFE:F29^FS^XZ`).labels;
    expect(label?.fields).toHaveLength(ZPL_LIMITS.fields);
  });

  it('keeps so many labels and no more, and counts the others', () => {
    const { labels, total, notices } = getStream('^XA^FDa^FS^XZ'.repeat(1200));
    expect([labels.length, total]).toEqual([ZPL_LIMITS.labels, 1200]);
    expect(notices).toMatchObject([
      { level: 'error', message: '标签太多，后面的没有看', count: 700 },
    ]);
  });

  it('is read up to its longest, and told of different things up to so many', () => {
    const long = new Uint8Array(ZPL_LIMITS.bytes + 5).fill(0x0a);
    expect(getStream(long).notices[0]?.message).toBe('内容太长，只看前 8 MB');
    const cut = `^XA${' '.repeat(ZPL_LIMITS.bytes)}^XZ`;
    expect(getStream(cut).notices.map(({ message }) => message)).toEqual(['内容太长，只看前 8 MB']);
    const wrong = Array.from({ length: 400 }, (_, i) => `^FOx${i}^FS`).join('');
    const { notices } = getStream(`^XA${wrong}^XZ`);
    expect(notices).toHaveLength(ZPL_LIMITS.notices + 1);
    expect(notices.at(-1)?.message).toBe('要说的太多，只列出前 200 条');
  });
});
