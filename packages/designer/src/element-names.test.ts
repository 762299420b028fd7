import type { TemplateElement } from '@yunbiao/label';
import { expect, it } from 'vitest';
import { getElementDisplayName } from './element-names.ts';

const createText = (content: string, more: object = {}): TemplateElement => ({
  type: 'text',
  id: 'e1',
  xMm: 0,
  yMm: 0,
  widthMm: 20,
  heightMm: 5,
  rotation: 0,
  content,
  sizeMm: 3,
  weight: 400,
  align: 'left',
  fit: 'shrink',
  ...more,
});

const fields = [
  { name: 'pm', label: '品名' },
  { name: '价格(元)', label: '价格' },
];

it.each([
  ['固定的字', '固定的字'],
  ['{{pm}}', '品名'],
  ['共 {{pm}} 件', '共 品名 件'],
  ['{{价格(元)}}', '价格'],
  ['{{[没有这一栏]}}', '[没有这一栏]'],
  ['{{如果(非(为空(pm)), "品名：" & pm, "")}}', '文字：品名'],
  ['{{[价格(元)] * 2}}{{pm}}', '文字：价格、品名'],
  ['{{日期格式(今天(), "yyyy-MM-dd")}}', '文字：日期'],
  ['{{1 + 1}}', '文字：公式'],
  ['', '空文字'],
])('%s is called %s', (content, name) => {
  expect(getElementDisplayName(createText(content), fields)).toBe(name);
});

it('is called by its own name first, and a code by its kind', () => {
  expect(getElementDisplayName(createText('{{如果(pm, 1, 2)}}', { name: '大字' }), fields)).toBe(
    '大字',
  );
  const code = createText('{{左(pm, 3)}}', { type: 'code128' });
  expect(getElementDisplayName(code, fields)).toBe('Code 128：品名');
});
