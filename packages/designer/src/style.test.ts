import { parseTemplate } from '@yunbiao/contract/printing/template';
import type { Template, TemplateElement } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import type { Doc } from './doc.ts';
import { createHistory, performCommand, undo } from './history.ts';
import { computeNewElementBox, makeElement } from './make-element.ts';
import { applyStyle, copyStyle } from './style.ts';

const label: Template = { version: 1, widthMm: 60, heightMm: 40, fields: [], elements: [] };

const create = (kind: Parameters<typeof makeElement>[0], id: string, more: object = {}) => {
  const box = computeNewElementBox(kind, { xMm: 5, yMm: 5, widthMm: 0, heightMm: 0 }, label);
  return { ...makeElement(kind, box, label).element, id, ...more } as TemplateElement;
};

const getDoc = (...elements: TemplateElement[]): Doc => ({
  template: { ...label, elements },
  chosen: [],
});

const paint = (from: TemplateElement, to: TemplateElement): TemplateElement | undefined => {
  const { template } = applyStyle([to.id], copyStyle(from))(getDoc(from, to));
  parseTemplate(template);
  return template.elements[1];
};

describe('a copied style', () => {
  const bold = create('text', 'a', {
    sizeMm: 6,
    weight: 700,
    italic: true,
    underline: true,
    strike: true,
    content: '品名',
  });

  it('gives a text the look of another, and leaves content and place', () => {
    const other = create('text', 'b', { inverse: true, xMm: 9, name: '价格' });
    expect(paint(bold, other)).toEqual({
      ...bold,
      id: 'b',
      xMm: 9,
      name: '价格',
      content: '文字',
    });
  });

  it('changes of another type only what both have', () => {
    const bars = create('barcode', 'b');
    expect(paint(bold, bars)).toEqual({ ...bars, align: 'left' });
    expect(paint(bars, bold)).toEqual({ ...bold, align: 'center' });
    const qr = create('qr', 'b');
    expect(paint(bold, qr)).toBe(qr);
    const thick = create('rect', 'a', { lineMm: 1, radiusMm: 2 });
    expect(paint(thick, create('table', 'b'))).toMatchObject({ lineMm: 1, paddingMm: 0.5 });
    expect(paint(thick, create('table', 'b'))).not.toHaveProperty('radiusMm');
  });

  it('gives no element a value that it cannot have', () => {
    const tail = { content: '级', sizeMm: 4, weight: 400, gapMm: 1 };
    const long = create('text', 'b', { sizeMm: 5, tail });
    expect(paint(create('text', 'a', { sizeMm: 2 }), long)).toMatchObject({
      sizeMm: 2,
      tail: { sizeMm: 2 },
    });
    const line = create('line', 'b');
    expect(paint(create('rect', 'a', { lineMm: 0 }), line)).toBe(line);
    const small = create('qr', 'b', { type: 'microqr', level: 'M' });
    expect(paint(create('qr', 'a', { level: 'H' }), small)).toBe(small);
  });

  it('changes several elements in one undo step, and none that is locked', () => {
    const others = [
      create('text', 'b'),
      create('text', 'c'),
      create('text', 'd', { locked: true }),
    ];
    const history = createHistory(getDoc(bold, ...others));
    const next = performCommand(history, applyStyle(['b', 'c', 'd'], copyStyle(bold)), {
      what: '粘贴样式',
      at: 0,
    });
    expect(
      next.now.template.elements.map((element) => 'sizeMm' in element && element.sizeMm),
    ).toEqual([6, 6, 6, expect.not.closeTo(6)]);
    expect(undo(next).now).toBe(history.now);
  });
});
