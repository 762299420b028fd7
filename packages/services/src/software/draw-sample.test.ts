import type { Template } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { drawSample } from './draw-sample.ts';

const template = (content: string): Template => ({
  version: 1,
  widthMm: 60,
  heightMm: 40,
  fields: [{ name: '品名', label: '品名', sample: '赣南脐橙' }],
  elements: [
    {
      type: 'text',
      id: 'name',
      xMm: 3,
      yMm: 3,
      widthMm: 50,
      heightMm: 6,
      rotation: 0,
      content,
      sizeMm: 5,
      weight: 700,
      align: 'left',
      fit: 'shrink',
    },
    {
      type: 'qr',
      id: 'qr',
      xMm: 40,
      yMm: 20,
      widthMm: 14,
      heightMm: 14,
      rotation: 0,
      content: 'A-1',
      level: 'M',
    },
  ],
});

describe('drawSample', () => {
  it('draws one unit a dot at 203 dpi, with the sizes of its codes', async () => {
    const drawing = await drawSample({ id: 1, updatedAt: 1, content: template('{{品名}}') });
    expect(drawing).toMatchObject({ dpi: 203, widthDots: 480, heightDots: 320 });
    expect(drawing?.svg).toContain('viewBox="0 0 480 320"');
    expect(drawing?.symbols).toMatchObject([{ elementId: 'qr', kind: 'qr', modules: 21 }]);
  });

  it('writes outlines, never the text itself', async () => {
    const content = template('<script>{{品名}}');
    const drawing = await drawSample({ id: 2, updatedAt: 1, content });
    expect(drawing?.svg).not.toMatch(/script|赣/);
  });

  it('keeps a drawing until the template changes', async () => {
    const first = await drawSample({ id: 3, updatedAt: 1, content: template('一') });
    expect(await drawSample({ id: 3, updatedAt: 1, content: template('二') })).toBe(first);
    const next = await drawSample({ id: 3, updatedAt: 2, content: template('二') });
    expect(next?.svg).not.toBe(first?.svg);
  });

  it('answers null for a template that cannot be drawn', async () => {
    const broken = { ...template('一'), widthMm: Number.NaN };
    expect(await drawSample({ id: 4, updatedAt: 1, content: broken })).toBeNull();
  });
});
