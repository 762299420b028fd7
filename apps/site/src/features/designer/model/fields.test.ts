import { parseTemplate } from '@yunbiao/contract/template';
import { formulaTroubles, type Template, type TemplateElement, workOut } from '@yunbiao/label';
import { fieldNamesIn, fillContent } from '@yunbiao/label/placeholders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renameField } from './edit.ts';
import {
  fillField,
  firstNumbers,
  moveField,
  namedByColumn,
  nameTrouble,
  newField,
  newSerial,
  SERIAL,
  spareFields,
  listUses,
} from './fields.ts';

const text = (id: string, content: string, more: object = {}): TemplateElement => ({
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
  ...more,
});

const getLabel = (contents: string[]): Template => ({
  version: 1,
  widthMm: 60,
  heightMm: 40,
  fields: [
    { name: '单价', label: '单价', sample: '12.8' },
    { name: '数量', label: '数量', sample: '3' },
    { name: '合计', label: '合计', sample: '', formula: '小数(单价 * 数量)' },
  ],
  elements: contents.map((content, i) => text(`t${i}`, content)),
});

describe('a field nobody has named', () => {
  const unnamed = newField([]);
  const template: Template = {
    version: 1,
    widthMm: 60,
    heightMm: 40,
    fields: [unnamed, { name: '单价', label: '单价', sample: '12.8' }],
    elements: [text('t', '品名：{{新的一栏}}')],
  };
  const named = (column: { name: string; sample: string }, of = '新的一栏') =>
    namedByColumn(template.fields, of, column)?.(getDoc(template)).template;

  it('is called as the column that fills it, wherever it stands', () => {
    const renamed = named({ name: '品名', sample: '苹果' });
    expect(renamed?.fields[0]).toEqual({ name: '品名', label: '品名', sample: '苹果' });
    expect(renamed?.elements[0]).toMatchObject({ content: '品名：{{品名}}' });
    // With a sample of its own.
    const own = { ...unnamed, name: '新的一栏2', label: '新的一栏2', sample: '梨' };
    const command = namedByColumn([own], own.name, { name: '品名', sample: '苹果' });
    expect(command?.(getDoc({ ...template, fields: [own] })).template.fields).toEqual([
      { name: '品名', label: '品名', sample: '梨' },
    ]);
  });

  it('keeps what it was given, and takes no name that is another’s or no name', () => {
    expect(named({ name: '价', sample: '1' }, '单价')).toBeUndefined();
    expect(named({ name: '单价', sample: '1' })).toBeUndefined();
    expect(named({ name: '价[元]', sample: '1' })).toBeUndefined();
    const labelled = [{ ...unnamed, label: '品名' }];
    expect(namedByColumn(labelled, '新的一栏', { name: '甲', sample: '' })).toBeNull();
  });
});

const getDoc = (template: Template) => ({ template, chosen: [] });

const shown = (template: Template, data: Record<string, string>): string[] => {
  const worked = workOut(template, data, { at: '2026-01-05T09:30:00' }).data;
  return template.elements.map((one) =>
    'content' in one ? fillContent(one.content, worked).text : '',
  );
};

describe('renaming a field', () => {
  it('changes formulas in fields and braces, not the texts in them', () => {
    const doc = getDoc(getLabel(['{{单价}}', '{{"单价" & 单价}} {{单价 * 2}}', '单价']));
    const { fields, elements } = renameField('单价', '售 价')(doc).template;
    expect(fields[2]?.formula).toBe('小数([售 价] * 数量)');
    expect(elements.map((one) => 'content' in one && one.content)).toEqual([
      '{{售 价}}',
      '{{"单价" & [售 价]}} {{[售 价] * 2}}',
      '单价',
    ]);
  });

  it('prints the same under any name it takes', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
        fc.constantFrom('单价', '数量', '合计'),
        (to, from) => {
          const template = getLabel(['￥{{单价}}', '{{如果(数量 > 2, 合计, [单价])}}', '{{合计}}']);
          fc.pre(nameTrouble(template.fields, from, to) === '');
          const renamed = renameField(from, to)(getDoc(template)).template;
          parseTemplate(renamed);
          expect(formulaTroubles(renamed)).toEqual([]);
          const data = Object.fromEntries(
            Object.entries({ 单价: '12.8', 数量: '3' }).map(([name, value]) => [
              name === from ? to : name,
              value,
            ]),
          );
          expect(shown(renamed, data)).toEqual(['￥12.8', '38.40', '38.40']);
        },
      ),
    ));

  it('is refused a name that is taken, or that braces and brackets would cut', () => {
    const { fields } = getLabel([]);
    expect(nameTrouble(fields, '单价', '数量')).not.toBe('');
    for (const bad of ['', ' 价', '价}', '价]', '{价'])
      expect(nameTrouble(fields, '单价', bad)).not.toBe('');
    expect(nameTrouble(fields, '单价', '商品 价格-2')).toBe('');
  });
});

describe('the list of fields', () => {
  it('tells where a field is used, hidden elements and formulas included', () => {
    const template = getLabel(['{{单价}}', '{{单价 & 1}}', '{{数量}}']);
    template.elements.push(text('h', '{{单价}}', { hidden: true }));
    expect(listUses(template, '单价')).toEqual({ contents: 3, fields: ['合计'] });
    expect(listUses(template, '没有')).toEqual({ contents: 0, fields: [] });
    const spare = newField(template.fields, '产地');
    const more = { ...template, fields: [...template.fields, spare] };
    expect(spareFields(more)).toEqual([...spareFields(template), spare]);
  });

  it('is put in another order', () => {
    const doc = getDoc(getLabel([]));
    const order = (by: 1 | -1, name: string): string[] =>
      moveField(name, by)(doc).template.fields.map((field) => field.name);
    expect(order(1, '单价')).toEqual(['数量', '单价', '合计']);
    expect(moveField('单价', -1)(doc)).toBe(doc);
  });

  it('fills a field in another way, and stays one that can be saved', () => {
    const template = getLabel([]);
    template.fields[0] = { ...newField([], '价', 'a"b'), required: true, maxLength: 9 };
    const field = template.fields[0];
    for (const source of ['formula', 'serial'] as const) {
      const next = fillField(field, source)(getDoc(template)).template;
      expect(parseTemplate(next).fields[0]).not.toHaveProperty('required');
      expect(formulaTroubles(next).filter(({ name }) => name === '价')).toEqual([]);
    }
    expect(fieldNamesIn('{{价}}')).toEqual(['价']);
  });
});

describe('a serial number', () => {
  it('shows the numbers it begins with, and no more than there is room for', () => {
    expect(firstNumbers({ ...SERIAL, start: 8, width: 2 }, 3)).toEqual(['08', '09', '10']);
    expect(firstNumbers({ ...SERIAL, start: 8, width: 1 }, 3)).toEqual(['8', '9']);
    expect(newSerial([newSerial([])]).name).toBe('序号2');
  });
});
