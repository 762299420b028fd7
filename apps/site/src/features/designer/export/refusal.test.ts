import type { Template, TemplateElement } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { describeLeftOut } from './refusal.ts';

const createText = (id: string, content: string): TemplateElement => ({
  type: 'text',
  id,
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
});

const template: Template = {
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [
    { name: '品名', label: '品名', sample: '苹果' },
    { name: '价格', label: '价格', sample: '1' },
  ],
  elements: [createText('e1', '{{品名}}'), createText('e2', '{{价格 & "元"}}')],
};

describe('an export that leaves rows out', () => {
  const rows = [{ 品名: '梨' }, { 品名: '桃' }];
  it('leads to the element that could not be drawn, and to its row', () => {
    const skipped = [{ at: 1, reason: '条码放不下', elementId: 't1/2.1' }];
    expect(describeLeftOut(template, rows, skipped)).toEqual({
      level: 'warning',
      message: expect.stringMatching(/^打印不了的没有放进去。.+：条码放不下$/) as string,
      elementId: 't1',
      row: rows[1],
    });
  });

  it('leads to the element that shows the wrong field', () => {
    const skipped = rows.map((_, at) => ({ at, reason: '价格没有填', field: '价格' }));
    expect(describeLeftOut(template, rows, skipped)).toMatchObject({
      level: 'error',
      message: expect.stringMatching(/^没有能打印的。.+；这样的一共 2 行$/) as string,
      elementId: 'e2',
    });
    expect(describeLeftOut(template, rows, [])).toBeNull();
  });
});
