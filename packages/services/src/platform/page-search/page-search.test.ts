import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';
import { buildPageIndex, extendPageIndex, type PageIndex } from './page-index.ts';
import { scorePages } from './score-pages.ts';
import { segmentAndCorrectQuery } from './read-query.ts';
import { loadReadings } from './readings.ts';
import { listConceptsByWord } from './trade-words.ts';
import { createVocabulary } from './vocabulary.ts';

const PAGES = [
  { title: '发票和退款', also: ['怎么开发票', '申请退款', '对公转账'] },
  { title: '打偏、打不清', also: ['标签打歪了', '打印浓度调多少', '怎么校准标签纸'] },
  { title: '缺纸、卡纸、离线', also: ['打印机离线', '点了打印没反应', '卡纸'] },
  { title: '用表格批量打标签', also: ['Excel 批量打印', '导入表格', '长数字变成科学计数'] },
  { title: '佳博打印机', also: ['Gprinter', 'GP-1324D', 'GP-3120TU'] },
  { title: '下载', also: ['下载客户端', '安装客户端', '打印机驱动'] },
  { title: '标签设计器', also: ['在线设计标签', '标签尺寸设定'] },
  { title: '二维码（QR）', also: ['QR 码', '扫码跳网址'] },
].map((page) => ({ kind: 'tool', summary: '', href: `/${page.title}`, ...page }));

let index: PageIndex;

beforeAll(async () => {
  index = await buildPageIndex(PAGES);
});

const findTitle = (q: string): string | undefined => scorePages(index, q)[0]?.page.title;

const readMended = (q: string): string =>
  segmentAndCorrectQuery(q, index.vocabulary)
    .mended.map(({ text }) => text)
    .join(' ');

it('is built in parts, between which others run', async () => {
  const readings = await loadReadings();
  let isBuilt = false;
  let turns = 0;
  const takeTurn = (): void => {
    turns += 1;
    if (!isBuilt) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await createVocabulary(PAGES, readings);
  // A turn after 50 words at the latest.
  expect(turns).toBeGreaterThan(listConceptsByWord().size / 50);
  turns = 0;
  await buildPageIndex(Array.from({ length: 200 }, () => PAGES).flat());
  expect(turns).toBeGreaterThan((3 * 200 * PAGES.length) / 50);
  isBuilt = true;
});

describe('a query', () => {
  it.each([
    ['dayinji', '打印机'],
    ['da yin ji', '打印机'],
    ['dǎyìnjī', '打印机'],
    ['DAYINJI lixian', '打印机 离线'],
    ['打yin机', '打印机'],
    ['dayin机', '打印机'],
    ['fapiao zenmeban', '发票 怎么办'],
    ['kazhi', '卡纸'],
  ])('in pinyin, %s, is read as %s', (q, text) => {
    expect(readMended(q)).toBe(text);
  });

  it.each(['print', 'label', 'xyzzy', 'gprinter', 'model', 'usb'])(
    'in Latin letters that are no pinyin stays: %s',
    (q) => {
      expect(readMended(q)).toBe(q);
    },
  );

  it.each([
    ['印表機離線', '印表机 离线'],
    ['標籤設計', '标签 设计'],
    ['發票', '发票'],
    ['二維碼', '二维码'],
  ])('in traditional characters, %s, is read as %s', (q, text) => {
    expect(readMended(q)).toBe(text);
  });

  it.each([
    ['发漂', '发票'],
    ['打应机离线', '打印机 离线'],
    ['标笺设计', '标签 设计'],
    ['客户断下载', '客户端 下载'],
    ['gprintr', 'gprinter'],
    ['dayinij', '打印机'],
  ])('with one wrong letter, %s, is read as %s', (q, text) => {
    expect(readMended(q)).toBe(text);
  });

  it.each(['打印很慢', '打印机', '离线打印', '退款流程'])('without a mistake stays: %s', (q) => {
    const { written, mended } = segmentAndCorrectQuery(q, index.vocabulary);
    expect(mended).toEqual(written);
  });

  it('of any text is read to its end', () => {
    const anyQuery = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({ unit: fc.constantFrom(...'打印机标签 daynjilxzhu 發票69-.'), maxLength: 120 }),
    );
    fc.assert(
      fc.property(anyQuery, (q) => {
        const matches = scorePages(index, q);
        expect(scorePages(index, q)).toEqual(matches);
        for (const { score } of matches) expect(Number.isFinite(score)).toBe(true);
      }),
      { numRuns: rounds(100) },
    );
  });

  it('of great length is cut', () => {
    expect(
      segmentAndCorrectQuery('打印机离线'.repeat(2_000), index.vocabulary).written.length,
    ).toBeLessThan(201);
    expect(scorePages(index, 'dayin'.repeat(5_000)).length).toBeGreaterThan(0);
  });
});

describe('the best page', () => {
  it.each([
    ['怎么开专票', '发票和退款'],
    ['能退钱吗', '发票和退款'],
    ['不干胶跑偏了怎么办', '打偏、打不清'],
    ['字很淡', '打偏、打不清'],
    ['塞纸', '缺纸、卡纸、离线'],
    ['gp1324d 能用吗', '佳博打印机'],
    ['jiabo', '佳博打印机'],
    ['csv 导入', '用表格批量打标签'],
    ['装软件', '下载'],
    ['qr', '二维码（QR）'],
    ['40x30 的标签', '标签设计器'],
  ])('for %s is %s', (q, title) => {
    expect(findTitle(q)).toBe(title);
  });

  it.each(['今天天气', 'xyzzy', '怎么', '？！', ''])('does not exist for “%s”', (q) => {
    expect(scorePages(index, q).filter(({ score }) => score > 0.3)).toEqual([]);
  });
});

describe('an index that extends another', () => {
  const OWN = [
    { title: '羽毛球拍吊牌', also: ['球拍标签'] },
    { title: '打印机租用方案', also: ['租打印机'] },
  ].map((page) => ({ kind: 'template', summary: '', href: `/${page.title}`, ...page }));
  const QUERIES = [
    '羽毛球拍',
    'yumaoqiupai',
    '羽毛球牌',
    '租打印机',
    '打印机离线',
    '怎么开专票',
    'dayinji',
  ];

  it('finds what one index of all pages finds', async () => {
    const extended = await extendPageIndex(index, OWN);
    const whole = await buildPageIndex([...PAGES, ...OWN]);
    for (const q of QUERIES) {
      const [best] = scorePages(extended, q);
      expect(best?.page.title).toBe(scorePages(whole, q)[0]?.page.title);
    }
    expect(scorePages(extended, 'yumaoqiupai')[0]?.page.title).toBe('羽毛球拍吊牌');
  });

  it('shares the pages of the other, and changes nothing there', async () => {
    const before = QUERIES.map((q) => [
      segmentAndCorrectQuery(q, index.vocabulary),
      scorePages(index, q),
    ]);
    const extended = await extendPageIndex(index, OWN);
    expect(extended.layers[0]?.layer).toBe(index.layers[0]?.layer);
    expect(
      QUERIES.map((q) => [segmentAndCorrectQuery(q, index.vocabulary), scorePages(index, q)]),
    ).toEqual(before);
  });
});
