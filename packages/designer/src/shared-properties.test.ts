import { parseTemplate } from '@yunbiao/contract/printing/template';
import type { Template, TemplateElement } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { createHistory, performCommand, undo } from './history.ts';
import { computeNewElementBox, makeElement } from './make-element.ts';
import { listSharedProperties, setSharedProperty } from './shared-properties.ts';

const label: Template = { version: 1, widthMm: 60, heightMm: 40, fields: [], elements: [] };

const create = (kind: Parameters<typeof makeElement>[0], id: string, more: object = {}) => {
  const box = computeNewElementBox(kind, { xMm: 5, yMm: 5, widthMm: 0, heightMm: 0 }, label);
  return { ...makeElement(kind, box, label).element, id, ...more } as TemplateElement;
};

const listKeys = (...elements: TemplateElement[]): string[] =>
  listSharedProperties(elements).map(({ property }) => property.key);

const getValue = (key: string, ...elements: TemplateElement[]): unknown =>
  listSharedProperties(elements).find(({ property }) => property.key === key)?.value;

const PLACE = ['xMm', 'yMm', 'widthMm', 'heightMm'];

describe('several elements', () => {
  const text = create('text', 'a');
  it('share what all of them have', () => {
    expect(listKeys(text, create('qr', 'b'))).toEqual([...PLACE, 'rotation', 'locked', 'hidden']);
    expect(listKeys(text, create('serial', 'b'))).toEqual(
      expect.arrayContaining(['sizeMm', 'weight']),
    );
    expect(listKeys(create('rect', 'a'), create('table', 'b'))).toContain('lineMm');
    expect(listKeys(create('barcode', 'a'), create('qr', 'b'))).not.toContain('showText');
  });

  it('have one value, or different ones', () => {
    const other = create('qr', 'b', { locked: true });
    expect(getValue('xMm', text, other)).toBe(5);
    expect(getValue('widthMm', text, other)).toBeUndefined();
    expect(getValue('locked', text, other)).toBeUndefined();
    expect(getValue('hidden', text, other)).toBe(false);
  });

  it('take a value together, in one undo step; locked ones stay in place', () => {
    const doc = {
      template: {
        ...label,
        elements: [text, create('qr', 'b'), create('line', 'c', { locked: true })],
      },
      chosen: [],
    };
    const history = createHistory(doc);
    const set = (key: string, value: number | boolean) =>
      performCommand(history, setSharedProperty(['a', 'b', 'c'], key, value), { what: '', at: 0 });
    const wide = set('widthMm', 8);
    parseTemplate(wide.now.template);
    expect(wide.now.template.elements.map(({ widthMm }) => widthMm)).toEqual([8, 8, 30]);
    expect(undo(wide).now).toBe(doc);
    const free = set('locked', false).now.template;
    expect(free.elements.every((element) => !('locked' in element))).toBe(true);
    expect(set('hidden', true).now.template.elements.every(({ hidden }) => hidden)).toBe(true);
  });

  it('keep the smallest letters no larger than the others', () => {
    const small = create('text', 'a', { sizeMm: 5, minSizeMm: 3 });
    const command = setSharedProperty(['a'], 'sizeMm', 2);
    const { template } = command({ template: { ...label, elements: [small] }, chosen: [] });
    parseTemplate(template);
    expect(template.elements[0]).toMatchObject({ sizeMm: 2, minSizeMm: 2 });
  });
});
