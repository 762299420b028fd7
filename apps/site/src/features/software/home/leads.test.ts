import type { Template } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { layoutLabel, loadFonts, buildSampleLabelData, listElementInkBoxes } from '@yunbiao/label';
import { getInkBox, computeLeadLine } from './lead-line.ts';
import { findFieldElement, type Lead, computeLeadLines } from './leads.ts';

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
    { name: '货号', label: '货号', sample: '6900000203415' },
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

describe('findFieldElement', () => {
  it('prefers text to the code made of the same field', () =>
    expect(findFieldElement(template, '品名')?.id).toBe('a'));
  it('takes the larger code when there is no text', () =>
    expect(findFieldElement(template, '货号')?.id).toBe('d'));
  it('finds a placeholder written with spaces', () =>
    expect(findFieldElement(template, '规格')?.id).toBe('b'));
  it('finds nothing for a field nobody uses', () =>
    expect(findFieldElement(template, '产地')).toBeUndefined());
});

/** A drawing where every element fills its box, at 8 dots per mm. */
const createSolidLabel = ({ widthMm, elements }: Template) => ({
  widthDots: widthMm * 8,
  boxes: elements.map(({ id, xMm, yMm, widthMm: wide, heightMm }) => ({
    elementId: id,
    box: { x0: xMm * 8, y0: yMm * 8, x1: (xMm + wide) * 8, y1: (yMm + heightMm) * 8 },
  })),
});

const listSides = (of: Template): string[] =>
  computeLeadLines(of, createSolidLabel(of)).map(({ side }) => side);

describe('computeLeadLines', () => {
  it('takes the nearest sides', () =>
    expect(listSides(template)).toEqual(['top', 'left', 'right', 'bottom']));

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
    expect(listSides(stacked)).toEqual(['top', 'left', 'left', 'bottom']);
  });

  it('points at a value and the caption in front of it as one', () => {
    const captioned: Template = {
      ...template,
      elements: [
        { ...text, id: 'caption', xMm: 3, yMm: 12, widthMm: 5, heightMm: 3, content: '规格' },
        { ...text, id: 'b', xMm: 9, yMm: 12, widthMm: 12, heightMm: 3, content: '{{规格}}' },
      ],
    };
    const [lead] = computeLeadLines(captioned, createSolidLabel(captioned));
    expect(lead).toMatchObject({ elementIds: ['b', 'caption'], side: 'left' });
  });

  it('has no number for what is not drawn', () => {
    const { widthDots, boxes } = createSolidLabel(template);
    const drawing = { widthDots, boxes: boxes.filter(({ elementId }) => elementId !== 'a') };
    expect(computeLeadLines(template, drawing).map((lead) => lead.field.name)).not.toContain(
      '品名',
    );
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
    const leads = computeLeadLines(five, createSolidLabel(five));
    expect(leads.map((lead) => lead.field.name)).toEqual(['品名', '规格', '售价', '货号']);
    expect(leads.map((lead) => lead.number)).toEqual([1, 2, 3, 4]);
  });

  it('skips fields that are nowhere on the label', () => {
    const without = { ...template, elements: template.elements.slice(0, 1) };
    expect(
      computeLeadLines(without, createSolidLabel(without)).map((lead) => lead.field.name),
    ).toEqual(['品名']);
  });
});

const ROOT = new URL('../../../../../../', import.meta.url);
const fonts = loadFonts({
  read: (file) => readFileSync(new URL(`packages/label/fonts/${file}`, ROOT)),
});

/** The first label of both products, as the engine draws it. */
describe.each(['price-tag', 'waybill'])('the numbers of %s', (name) => {
  const { template: real } = JSON.parse(
    readFileSync(new URL(`packages/label/templates/${name}.json`, ROOT), 'utf8'),
  ) as { template: Template };
  const [data = {}] = buildSampleLabelData(real, 1);
  const scene = layoutLabel({ template: real, data, media: { dpi: 203 }, fonts });
  const drawing = { widthDots: scene.widthDots, boxes: listElementInkBoxes(scene) };
  const leads = computeLeadLines(real, drawing);
  const getLine = (lead: Lead) => {
    const ink = getInkBox(drawing, real.widthMm, lead.elementIds);
    if (!ink) throw new Error('nothing drawn');
    return { ink, line: computeLeadLine(ink, real, lead) };
  };

  it('are four, each at the edge of what it points at', () => {
    expect(leads).toHaveLength(4);
    for (const lead of leads) {
      const { ink, line } = getLine(lead);
      const isAtEdge = [ink.x0, ink.x1].includes(line.xMm) || [ink.y0, ink.y1].includes(line.yMm);
      expect(isAtEdge).toBe(true);
      expect(line.insideMm).toBeGreaterThanOrEqual(0);
    }
  });

  it('lie over no ink', () => {
    for (const lead of leads) {
      const { line } = getLine(lead);
      const reach = { left: -line.insideMm, right: line.insideMm, top: 0, bottom: 0 }[line.side];
      const drop = { top: -line.insideMm, bottom: line.insideMm, left: 0, right: 0 }[line.side];
      const [x0, x1] = [line.xMm, line.xMm + reach].toSorted((a, b) => a - b);
      const [y0, y1] = [line.yMm, line.yMm + drop].toSorted((a, b) => a - b);
      const struck = drawing.boxes.filter(({ elementId }) => {
        const ink = getInkBox(drawing, real.widthMm, [elementId]);
        if (!ink || lead.elementIds.includes(elementId)) return false;
        return (
          Number(x1) > ink.x0 && Number(x0) < ink.x1 && Number(y1) > ink.y0 && Number(y0) < ink.y1
        );
      });
      expect(struck).toEqual([]);
    }
  });
});
