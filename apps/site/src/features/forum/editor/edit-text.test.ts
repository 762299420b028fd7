import { describe, expect, it } from 'vitest';
import {
  toAltText,
  insertBlock,
  replaceUploadPlaceholder,
  toggleCode,
  type Edit,
  insertLink,
  togglePrefix,
  type Selected,
  formatUploadPlaceholder,
  stripUploadPlaceholders,
  toggleMark,
} from './edit-text.ts';

/** `a«b»c` is the text abc with b selected; `|` is a caret. */
const parseSelection = (drawn: string): Selected => {
  const caret = drawn.indexOf('|');
  if (caret >= 0) return { text: drawn.replace('|', ''), start: caret, end: caret };
  const start = drawn.indexOf('«');
  const end = drawn.indexOf('»') - 1;
  return { text: drawn.replace(/[«»]/g, ''), start, end };
};

const applyToText = ({ text }: Selected, { from, to, insert, start, end }: Edit): string => {
  const done = text.slice(0, from) + insert + text.slice(to);
  return start === end
    ? `${done.slice(0, start)}|${done.slice(end)}`
    : `${done.slice(0, start)}«${done.slice(start, end)}»${done.slice(end)}`;
};

const run = (drawn: string, edit: (selected: Selected) => Edit): string => {
  const selected = parseSelection(drawn);
  return applyToText(selected, edit(selected));
};

describe('bold', () => {
  const toggleBold = (selected: Selected) => toggleMark(selected, '**', '粗体');
  it.each([
    ['纸«宽»度', '纸**«宽»**度'],
    ['纸**«宽»**度', '纸«宽»度'],
    ['纸|', '纸**«粗体»**'],
  ])('%s becomes %s', (before, now) => expect(run(before, toggleBold)).toBe(now));
});

describe('a list', () => {
  const list = (selected: Selected) => togglePrefix(selected, '- ');
  it.each([
    ['一\n二«\n三»', '一\n- 二\n- 三|'],
    ['- 一\n«- 二»', '- 一\n二|'],
    ['|', '- |'],
  ])('%s becomes %s', (before, now) => expect(run(before, list)).toBe(now));
});

describe('code', () => {
  it('is marked within a line and fenced over several', () => {
    expect(run('按«OK»键', toggleCode)).toBe('按`«OK»`键');
    expect(run('«a\nb»', toggleCode)).toBe('```\n«a\nb»\n```');
  });
});

describe('a link', () => {
  it('waits for its address, or takes the selected one', () => {
    expect(run('见«这里»', insertLink)).toBe('见[这里](«https://»)');
    expect(run('«https://a.cn/b»', insertLink)).toBe('[«链接»](https://a.cn/b)');
  });
});

describe('a picture', () => {
  it('stands in a paragraph of its own', () => {
    expect(run('前|后', (selected) => insertBlock(selected, 'X'))).toBe('前\n\nX\n\n|后');
    expect(run('前\n|\n后', (selected) => insertBlock(selected, 'X'))).toBe('前\n\nX\n|\n后');
    expect(run('|', (selected) => insertBlock(selected, 'X'))).toBe('X\n\n|');
  });
  it('keeps its place while it is sent, and leaves none behind in a draft', () => {
    const token = formatUploadPlaceholder('第 1 张', 3);
    expect(stripUploadPlaceholders(`前\n\n${token}\n\n后`)).toBe('前\n\n后');
  });
  it('replaces its placeholder and keeps the caret at the same text', () => {
    const replaced = replaceUploadPlaceholder('前[X]后', '[X]', '图片');
    expect(replaced?.text).toBe('前图片后');
    expect([0, 1, 4, 5].map((place) => replaced?.shiftPlace(place))).toEqual([0, 1, 3, 4]);
    expect(replaceUploadPlaceholder('前\n\n[X]\n\n后', '[X]', '')?.text).toBe('前\n\n后');
    expect(replaceUploadPlaceholder('前后', '[X]', '')).toBeNull();
  });
  it('is described by its file name without what Markdown would read', () => {
    expect(toAltText('IMG_0417.jpeg')).toBe('IMG 0417');
    expect(toAltText('](x).png')).toBe('x');
    expect(toAltText('.png')).toBe('图片');
  });
});
