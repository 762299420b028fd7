import { describe, expect, it } from 'vitest';
import {
  getAlt,
  block,
  code,
  type Edit,
  link,
  prefixLines,
  type Selected,
  uploadToken,
  withoutTokens,
  wrap,
} from './edit-text.ts';

/** `a[b]c` is the text abc with b selected; `|` is a caret. */
const at = (drawn: string): Selected => {
  const caret = drawn.indexOf('|');
  if (caret >= 0) return { text: drawn.replace('|', ''), start: caret, end: caret };
  const start = drawn.indexOf('«');
  const end = drawn.indexOf('»') - 1;
  return { text: drawn.replace(/[«»]/g, ''), start, end };
};

const after = ({ text }: Selected, { from, to, insert, start, end }: Edit): string => {
  const done = text.slice(0, from) + insert + text.slice(to);
  return start === end
    ? `${done.slice(0, start)}|${done.slice(end)}`
    : `${done.slice(0, start)}«${done.slice(start, end)}»${done.slice(end)}`;
};

const run = (drawn: string, edit: (selected: Selected) => Edit): string => {
  const selected = at(drawn);
  return after(selected, edit(selected));
};

describe('bold', () => {
  const bold = (selected: Selected) => wrap(selected, '**', '粗体');
  it.each([
    ['纸«宽»度', '纸**«宽»**度'],
    ['纸**«宽»**度', '纸«宽»度'],
    ['纸|', '纸**«粗体»**'],
  ])('%s becomes %s', (before, now) => expect(run(before, bold)).toBe(now));
});

describe('a list', () => {
  const list = (selected: Selected) => prefixLines(selected, '- ');
  it.each([
    ['一\n二«\n三»', '一\n- 二\n- 三|'],
    ['- 一\n«- 二»', '- 一\n二|'],
    ['|', '- |'],
  ])('%s becomes %s', (before, now) => expect(run(before, list)).toBe(now));
});

describe('code', () => {
  it('is marked within a line and fenced over several', () => {
    expect(run('按«OK»键', code)).toBe('按`«OK»`键');
    expect(run('«a\nb»', code)).toBe('```\n«a\nb»\n```');
  });
});

describe('a link', () => {
  it('waits for its address, or takes the selected one', () => {
    expect(run('见«这里»', link)).toBe('见[这里](«https://»)');
    expect(run('«https://a.cn/b»', link)).toBe('[«链接»](https://a.cn/b)');
  });
});

describe('a picture', () => {
  it('stands in a paragraph of its own', () => {
    expect(run('前|后', (selected) => block(selected, 'X'))).toBe('前\n\nX\n\n|后');
    expect(run('前\n|\n后', (selected) => block(selected, 'X'))).toBe('前\n\nX\n|\n后');
    expect(run('|', (selected) => block(selected, 'X'))).toBe('X\n\n|');
  });
  it('keeps its place while it is sent, and leaves none behind in a draft', () => {
    const token = uploadToken('第 1 张', 3);
    expect(withoutTokens(`前\n\n${token}\n\n后`)).toBe('前\n\n后');
  });
  it('is described by its file name without what Markdown would read', () => {
    expect(getAlt('IMG_0417.jpeg')).toBe('IMG 0417');
    expect(getAlt('](x).png')).toBe('x');
    expect(getAlt('.png')).toBe('图片');
  });
});
