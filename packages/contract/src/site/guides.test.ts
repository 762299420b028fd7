import { expect, it } from 'vitest';
import { parseGuideText, toPlainGuideText } from './guides.ts';

it('splits a line into text, names on screen and links', () => {
  expect(parseGuideText('在[立即打印](/user/print)里点**打印**，2 * 3 张。')).toEqual([
    { kind: 'text', text: '在' },
    { kind: 'link', text: '立即打印', path: '/user/print' },
    { kind: 'text', text: '里点' },
    { kind: 'name', text: '打印' },
    { kind: 'text', text: '，2 ' },
    { kind: 'text', text: '*' },
    { kind: 'text', text: ' 3 张。' },
  ]);
});

it('keeps every character of a line that has no marks', () => {
  for (const line of ['', '第 1 行', '[没有地址]', '**没有写完', '[外面](https://example.com)'])
    expect(toPlainGuideText(line)).toBe(line);
});
