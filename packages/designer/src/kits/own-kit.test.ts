import type { Template, TextElement } from '@yunbiao/label';
import { expect, it } from 'vitest';
import { checkTemplate } from '../check-template.ts';
import { insertKit } from './kit.ts';
import { createPhraseKit, extractOwnKit, readOwnKit } from './own-kit.ts';

const createText = (id: string, content: string, more: Partial<TextElement> = {}): TextElement => ({
  type: 'text',
  id,
  xMm: 0,
  yMm: 0,
  widthMm: 10,
  heightMm: 5,
  rotation: 0,
  content,
  sizeMm: 3,
  weight: 400,
  align: 'left',
  fit: 'shrink',
  ...more,
});

const createField = (name: string, formula?: string) => ({
  name,
  label: name,
  sample: '1',
  ...(formula !== undefined && { formula }),
});

const TEMPLATE: Template = {
  version: 1,
  widthMm: 60,
  heightMm: 40,
  fields: [
    createField('单价'),
    createField('重量'),
    createField('合计', '单价 * 重量'),
    createField('特价'),
    createField('产地'),
  ],
  elements: [
    createText('a', '{{合计}} 元', { showIf: '特价 = "是"', group: 'g1' }),
    createText('b', '每千克', { group: 'g1' }),
    createText('c', '{{产地}}'),
  ],
};
const EMPTY: Template = { version: 1, widthMm: 60, heightMm: 40, fields: [], elements: [] };

it('takes the selection with the columns it needs, through formulas and conditions', () => {
  const kit = extractOwnKit({ template: TEMPLATE, chosen: ['a', 'b'] });
  expect(kit?.elements.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(kit?.fields.map(({ name }) => name)).toEqual(['单价', '重量', '合计', '特价']);
  expect(checkTemplate(kit).problem).toBeNull();
  expect(extractOwnKit({ template: TEMPLATE, chosen: [] })).toBeNull();
});

it('adds the same elements to another template, and leaves its columns as they are', () => {
  const kit = extractOwnKit({ template: TEMPLATE, chosen: ['a', 'b'] });
  if (!kit) throw new Error('no kit');
  const price = { ...createField('单价'), label: '零售价' };
  const { template, chosen } = insertKit(readOwnKit(kit))({
    template: { ...EMPTY, fields: [price] },
    chosen: [],
  });
  expect(template.elements).toMatchObject([
    { content: '{{合计}} 元', showIf: '特价 = "是"' },
    { content: '每千克' },
  ]);
  expect(chosen).toHaveLength(2);
  expect(template.fields.map(({ label }) => label)).toEqual(['零售价', '重量', '合计', '特价']);
  expect(checkTemplate(template).problem).toBeNull();
});

it('makes a phrase a kit of one text', () => {
  const kit = createPhraseKit('请置于阴凉干燥处');
  expect(checkTemplate(kit).problem).toBeNull();
  expect(kit).toMatchObject({ elements: [{ type: 'text', content: '请置于阴凉干燥处' }] });
  expect(createPhraseKit('字'.repeat(5000))).toContain('最多');
});
