import type { Template } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { elementOf, leadsOf } from './leads.ts';

const box = { rotation: 0 as const };
const text = {
  ...box,
  type: 'text' as const,
  sizeMm: 4,
  weight: 400 as const,
  align: 'left' as const,
  fit: 'shrink' as const,
};

const template: Template = {
  version: 1,
  widthMm: 60,
  heightMm: 40,
  fields: [
    { name: '品名', label: '品名', sample: '赣南脐橙' },
    { name: '规格', label: '规格', sample: '5 kg' },
    { name: '售价', label: '售价', sample: '49.90' },
    { name: '货号', label: '货号', sample: '6921168509256' },
  ],
  elements: [
    { ...text, id: 'a', xMm: 3, yMm: 3, widthMm: 40, heightMm: 6, content: '{{品名}}' },
    { ...text, id: 'b', xMm: 3, yMm: 12, widthMm: 20, heightMm: 4, content: '规格 {{ 规格 }}' },
    { ...text, id: 'c', xMm: 34, yMm: 12, widthMm: 23, heightMm: 10, content: '¥{{售价}}' },
    {
      ...box,
      type: 'code128',
      id: 'd',
      xMm: 3,
      yMm: 26,
      widthMm: 32,
      heightMm: 11,
      content: '{{货号}}',
      showText: true,
      textSizeMm: 2.5,
    },
    {
      ...box,
      type: 'qr',
      id: 'e',
      xMm: 44,
      yMm: 25,
      widthMm: 12,
      heightMm: 12,
      content: '{{货号}}',
      level: 'M',
    },
  ],
};

describe('elementOf', () => {
  it('prefers text to the code made of the same field', () =>
    expect(elementOf(template, '品名')?.id).toBe('a'));
  it('takes the larger code when there is no text', () =>
    expect(elementOf(template, '货号')?.id).toBe('d'));
  it('finds a placeholder written with spaces', () =>
    expect(elementOf(template, '规格')?.id).toBe('b'));
  it('finds nothing for a field nobody uses', () =>
    expect(elementOf(template, '产地')).toBeUndefined());
});

describe('leadsOf', () => {
  it('takes the nearest sides', () => {
    const sides = leadsOf(template).map((lead) => lead.side);
    expect(sides).toEqual(['top', 'left', 'right', 'bottom']);
  });

  it('crosses no other element when it need not, and keeps numbers apart', () => {
    // Under the name and left of the QR: only the left side is free for both.
    const stacked: Template = {
      ...template,
      elements: [
        { ...text, id: 'a', xMm: 2, yMm: 2, widthMm: 56, heightMm: 6, content: '{{品名}}' },
        { ...text, id: 'b', xMm: 2, yMm: 10, widthMm: 36, heightMm: 4, content: '{{规格}}' },
        { ...text, id: 'c', xMm: 2, yMm: 18, widthMm: 36, heightMm: 7, content: '{{售价}}' },
        {
          ...box,
          type: 'qr',
          id: 'e',
          xMm: 40,
          yMm: 9,
          widthMm: 18,
          heightMm: 18,
          content: 'x',
          level: 'M',
        },
        {
          ...box,
          type: 'code128',
          id: 'd',
          xMm: 2,
          yMm: 28,
          widthMm: 56,
          heightMm: 11,
          content: '{{货号}}',
          showText: true,
          textSizeMm: 3,
        },
      ],
    };
    expect(leadsOf(stacked).map((lead) => lead.side)).toEqual(['top', 'left', 'left', 'bottom']);
  });

  it('ends each line at its element', () => {
    const [top, left, right, bottom] = leadsOf(template);
    expect(top && top.yMm + top.lengthMm).toBeCloseTo(3);
    expect(left && left.xMm + left.lengthMm).toBeCloseTo(3);
    expect(right?.xMm).toBe(57);
    expect(bottom?.yMm).toBe(37);
  });

  it('of five fields leaves out the smallest text, not the one in the codes', () => {
    const five: Template = {
      ...template,
      fields: [{ name: '产地', label: '产地', sample: '江西赣州' }, ...template.fields],
      elements: [
        {
          ...text,
          sizeMm: 3,
          id: 'f',
          xMm: 3,
          yMm: 18,
          widthMm: 20,
          heightMm: 4,
          content: '{{产地}}',
        },
        ...template.elements,
      ],
    };
    expect(leadsOf(five).map((lead) => lead.field.name)).toEqual(['品名', '规格', '售价', '货号']);
    expect(leadsOf(five).map((lead) => lead.number)).toEqual([1, 2, 3, 4]);
  });

  it('skips fields that are nowhere on the label', () => {
    const without = { ...template, elements: template.elements.slice(0, 1) };
    expect(leadsOf(without).map((lead) => lead.field.name)).toEqual(['品名']);
  });
});
