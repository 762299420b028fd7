import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testFonts } from '../testing/fixtures.ts';
import { breakParagraphIntoLines, createParagraphWithBreakLevels } from './break.ts';
import { BREAK, computeBreakLevels } from './chinese-break.ts';
import { shapeText, measureLineWidth } from './shape.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

function brokenIn(text: string, ems: number): { lines: string[]; forced: number } {
  const [line = []] = shapeText(testFonts()[400], text).lines;
  const { lines, forced } = breakParagraphIntoLines(createParagraphWithBreakLevels(line), ems, 0);
  return {
    lines: lines.map((part) => String.fromCodePoint(...part.map((c) => c.codePoint))),
    forced,
  };
}
const listBrokenLines = (text: string, ems: number): string[] => brokenIn(text, ems).lines;

/** The text with a bar at each possible line break. */
function markBreaks(text: string): string {
  const characters = Array.from(text);
  const levels = computeBreakLevels(characters.map((character) => character.codePointAt(0) ?? 0));
  return characters
    .map((character, i) => (levels[i] === BREAK.ALLOWED ? `|${character}` : character))
    .join('');
}

describe('breakLine', () => {
  it('breaks Chinese between any two characters', () => {
    expect(listBrokenLines('新疆阿克苏苹果', 3)).toEqual(['新疆阿', '克苏苹', '果']);
    expect(listBrokenLines('姓𠮷名', 2)).toEqual(['姓𠮷', '名']);
  });

  it('keeps closing punctuation off the start of a line', () => {
    expect(listBrokenLines('新疆苹果，好吃。', 4)).toEqual(['新疆苹', '果，好', '吃。']);
    expect(listBrokenLines('一（二）三', 3)).toEqual(['一', '（二）', '三']);
    expect(listBrokenLines('甲乙丙·丁', 3)).toEqual(['甲乙', '丙·丁']);
    expect(listBrokenLines('上海～北京', 2)).toEqual(['上', '海～', '北京']);
  });

  it('keeps closing punctuation off it behind a space, too', () => {
    expect(listBrokenLines('新疆苹果 ，好吃', 4)).toEqual(['新疆苹', '果 ，好', '吃']);
    expect(listBrokenLines('新疆苹果　！好', 4)).toEqual(['新疆苹', '果　！好']);
  });

  it('keeps opening punctuation off the end of a line', () => {
    expect(listBrokenLines('苹果《新疆》', 3)).toEqual(['苹果', '《新', '疆》']);
    expect(listBrokenLines('苹果（ 新疆）', 3)).toEqual(['苹果', '（ 新', '疆）']);
  });

  it('knows which side a curly quote is on, and an apostrophe', () => {
    expect(listBrokenLines('他说“好吃”吗', 3)).toEqual(['他说', '“好', '吃”吗']);
    expect(markBreaks('他don’t说‘要’')).toBe('他|don’t|说|‘要’');
  });

  it('keeps a slash and a dash of full width off the start of a line', () => {
    expect(markBreaks('苹果／梨／桃')).toBe('苹|果／|梨／|桃');
    expect(markBreaks('甲－乙')).toBe('甲－|乙');
  });

  it('drops an ideographic space at a break, as a space is', () => {
    expect(listBrokenLines('新疆苹果　好吃', 4)).toEqual(['新疆苹果', '好吃']);
    expect(markBreaks('云南　昆明')).toBe('云|南　|昆|明');
  });

  it('keeps ％ ‰ ℃ with what stands before them', () => {
    for (const sign of ['％', '‰', '℃', '%', '°'])
      expect(listBrokenLines(`含量五十${sign}甲`, 4)).toEqual(['含量五', `十${sign}甲`]);
  });

  it.each([
    '净|含|量 |250 g |甲',
    '净|含|量|250毫升|装',
    '原|价|¥1,280.00元',
    '温|度|−18～−12℃|冷|冻',
    '尺|寸|60×40mm|纸',
    '到|期|2026-05-18|前',
    '零|售|价|9.9元/斤|起',
    '产|于|2026年|5月|18日',
    '用|电|≤2.5 kW|以|内',
    '每|件|２５千克|装',
    '共 |3,000 |items',
    '约|5万|人',
  ])('keeps numbers with their signs and units: %s', (text) => {
    expect(markBreaks(text.replaceAll('|', ''))).toBe(text);
  });

  it('never breaks inside —— and ……, nor before them', () => {
    expect(markBreaks('苹果——好吃……真')).toBe('苹|果——|好|吃……|真');
  });

  it('keeps Latin words and numbers whole', () => {
    expect(listBrokenLines('规格 250 gram 一包', 4)).toEqual(['规格 250', 'gram 一', '包']);
    expect(markBreaks('see https://a.cn/b-c 苹果apple')).toBe(
      'see |https://|a.cn/|b-|c |苹|果|apple',
    );
  });

  it('cuts a word only when it alone is wider than the line, and counts it', () => {
    const { lines, forced } = brokenIn('ABCDEFGHIJKLMNOP', 3);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe('ABCDEFGHIJKLMNOP');
    expect(forced).toBe(lines.length - 1);
    expect(brokenIn('规格 250 gram 一包', 4).forced).toBe(0);
  });

  it('cuts a word behind a hyphen where it has one, and punctuation only where nothing else is left', () => {
    expect(brokenIn('AB1234-567890123', 6)).toEqual({ lines: ['AB1234-', '567890123'], forced: 1 });
    expect(brokenIn('（（（（甲', 2)).toEqual({ lines: ['（（', '（（', '甲'], forced: 2 });
  });
});

const NEVER_FIRST = '，。！？；：、）》”％‰℃…—·';
const NEVER_LAST = '（《“¥￥№';

describe('any text', () => {
  const font = testFonts()[400];
  const text = fc.string({
    unit: fc.constantFrom(...'中文字，。！（）《》A1b -/“”¥￥％℃…—·～.,12'),
    maxLength: 60,
  });
  const ems = fc.double({ min: 1, max: 12, noNaN: true });

  it('loses nothing but spaces, and keeps to the width', () => {
    fc.assert(
      fc.property(text, ems, (content, width) => {
        const [line = []] = shapeText(font, content).lines;
        const { lines } = breakParagraphIntoLines(createParagraphWithBreakLevels(line), width, 0);
        const kept = lines.flat().filter((c) => c.codePoint !== 0x20);
        expect(kept).toEqual(line.filter((c) => c.codePoint !== 0x20));
        for (const part of lines)
          expect(part.length <= 1 || measureLineWidth(part, 0) <= width + 1e-6).toBe(true);
      }),
    );
  });

  it('begins and ends no line with what must not stand there, unless it is counted as forced', () => {
    fc.assert(
      fc.property(text, ems, (content, width) => {
        const { lines, forced } = brokenIn(content, width);
        const wrong = lines.filter(
          (line, i) =>
            (i > 0 && line !== '' && NEVER_FIRST.includes(line.charAt(0))) ||
            (i < lines.length - 1 &&
              line !== '' &&
              NEVER_LAST.includes(line.charAt(line.length - 1))),
        );
        expect(wrong.length).toBeLessThanOrEqual(forced * 2);
      }),
      { numRuns: rounds(1000) },
    );
  });

  it('takes time in proportion to its length, wherever it can be broken', () => {
    for (const unit of ['中', 'a', 'a b', '（', '1,', '……', 'ab-']) {
      const [line = []] = shapeText(font, unit.repeat(8000)).lines;
      const { lines } = breakParagraphIntoLines(createParagraphWithBreakLevels(line), 10, 0);
      expect(lines.length).toBeGreaterThan(200);
    }
  });
});
