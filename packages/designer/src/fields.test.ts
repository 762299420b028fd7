import { parseTemplate } from '@yunbiao/contract/printing/template';
import {
  checkTemplateFormulas,
  type Template,
  type TemplateElement,
  evaluateFormulas,
} from '@yunbiao/label';
import { listPlaceholderNames, fillPlaceholders } from '@yunbiao/label/placeholders';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeSelectedElements } from './arrange.ts';
import { convertContentMode, type Mode } from './content.ts';
import type { Doc } from './doc.ts';
import { addField, changeElements, renameField } from './edit.ts';
import { createHistory, performCommand, redo, undo } from './history.ts';
import {
  setFieldSource,
  listFirstSerialNumbers,
  moveField,
  renameFieldAfterColumn,
  checkFieldName,
  createField,
  createSerialField,
  explainFullFields,
  SERIAL,
  listUnusedFields,
  findFieldUses,
  withoutOrphanFields,
} from './fields.ts';

const createText = (id: string, content: string, more: object = {}): TemplateElement => ({
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
  elements: contents.map((content, i) => createText(`t${i}`, content)),
});

const getDoc = (template: Template): Doc => ({ template, chosen: [] });

describe('a text that is made a column', () => {
  const start: Template = { ...getLabel([]), fields: [], elements: [createText('t', '生鲜')] };
  /** As the panel does it: the content and its field are one command. */
  const convert = (doc: Doc, to: Mode): Doc => {
    const [element] = doc.template.elements;
    const content = element && 'content' in element ? element.content : '';
    const { fields } = doc.template;
    const next = convertContentMode(content, to, {
      fields,
      spare: listUnusedFields(doc.template),
      values: Object.fromEntries(fields.map(({ name, sample }) => [name, sample])),
      rows: [],
      createColumn: (sample) => createField(fields, undefined, sample),
      createSerial: () => createSerialField(fields),
    });
    if ('refused' in next) throw new Error(next.refused);
    return withoutOrphanFields((now) =>
      changeElements(['t'], { content: next.content })(
        next.field ? addField(next.field)(now) : now,
      ),
    )(doc);
  };
  const read = ({ template }: Doc) => [
    template.elements.map((element) => 'content' in element && element.content),
    template.fields.map(({ name, sample }) => [name, sample]),
  ];

  it('has one field, and none when it is a text again, a serial number, or deleted', () => {
    const column = convert(getDoc(start), 'column');
    expect(read(column)).toEqual([['{{新的一栏}}'], [['新的一栏', '生鲜']]]);
    expect(read(convert(column, 'column'))).toEqual(read(column));
    expect(read(convert(column, 'fixed'))).toEqual([['生鲜'], []]);
    expect(read(convert(convert(column, 'fixed'), 'column'))).toEqual(read(column));
    const serial = convert(column, 'serial');
    expect(read(serial)).toEqual([['{{序号}}'], [['序号', '0001']]]);
    const deleted = { ...serial, chosen: ['t'] };
    expect(read(withoutOrphanFields(removeSelectedElements)(deleted))).toEqual([[], []]);
  });

  it('is undone and redone with its field, in one step', () => {
    const history = createHistory(getDoc(start));
    const action = { what: '改内容', at: 0 };
    const changed = performCommand(history, (doc) => convert(doc, 'column'), action);
    expect(read(undo(changed).now)).toEqual([['生鲜'], []]);
    expect(read(redo(undo(changed)).now)).toEqual(read(changed.now));
  });

  it('takes the field that its text has, and a free name where its own is taken', () => {
    const withField = {
      ...getLabel(['品名：{{单价}}']),
      elements: [createText('t', '￥{{单价}}')],
    };
    expect(read(convert(getDoc(withField), 'column'))).toEqual([
      ['{{单价}}'],
      withField.fields.map(({ name, sample }) => [name, sample]),
    ]);
    const taken = { ...createField([]), sample: '别的' };
    const other = {
      ...start,
      fields: [taken],
      elements: [createText('t', '生鲜'), createText('o', `{{${taken.name}}}`)],
    };
    expect(read(convert(getDoc(other), 'column'))[1]).toEqual([
      ['新的一栏', '别的'],
      ['新的一栏2', '生鲜'],
    ]);
  });

  it('leaves a field that was named, changed, used elsewhere, or never on the label', () => {
    const [first] = convert(getDoc(start), 'column').template.fields;
    const field = first ?? createField([]);
    const removeAll = (template: Template) =>
      withoutOrphanFields(removeSelectedElements)({ template, chosen: ['t'] }).template.fields;
    const createShownTemplate = (
      changed: typeof field,
      more: TemplateElement[] = [],
    ): Template => ({
      ...start,
      fields: [changed],
      elements: [createText('t', `{{${changed.name}}}`), ...more],
    });
    expect(removeAll(createShownTemplate(field))).toEqual([]);
    for (const kept of [
      createShownTemplate({ ...field, label: '品名' }),
      createShownTemplate({ ...field, required: true }),
      createShownTemplate(field, [createText('o', `{{${field.name}}}`)]),
      { ...start, fields: [field] },
    ])
      expect(removeAll(kept)).toEqual(kept.fields);
  });

  it('is refused where the template has no room for its field', () => {
    const fields = Array.from({ length: 60 }, (_, n) => ({ name: `${n}`, label: '', sample: '' }));
    expect(explainFullFields(fields)).toBe('一个模板最多 60 栏，先删除不用的');
    expect(explainFullFields(fields.slice(1))).toBe('');
  });

  it('has a sample as long as a sample may be', () =>
    expect(createField([], undefined, '字'.repeat(4000)).sample).toHaveLength(2000));
});

describe('a field nobody has named', () => {
  const unnamed = createField([]);
  const template: Template = {
    version: 1,
    widthMm: 60,
    heightMm: 40,
    fields: [unnamed, { name: '单价', label: '单价', sample: '12.8' }],
    elements: [createText('t', '品名：{{新的一栏}}')],
  };
  const renameAfter = (column: { name: string; sample: string }, of = '新的一栏') =>
    renameFieldAfterColumn(template.fields, of, column)?.(getDoc(template)).template;

  it('is called as the column that fills it, wherever it stands', () => {
    const renamed = renameAfter({ name: '品名', sample: '苹果' });
    expect(renamed?.fields[0]).toEqual({ name: '品名', label: '品名', sample: '苹果' });
    expect(renamed?.elements[0]).toMatchObject({ content: '品名：{{品名}}' });
    // A field keeps its own sample.
    const own = { ...unnamed, name: '新的一栏2', label: '新的一栏2', sample: '梨' };
    const command = renameFieldAfterColumn([own], own.name, { name: '品名', sample: '苹果' });
    expect(command?.(getDoc({ ...template, fields: [own] })).template.fields).toEqual([
      { name: '品名', label: '品名', sample: '梨' },
    ]);
  });

  it('keeps what it was given, and takes no name that is another’s or no name', () => {
    expect(renameAfter({ name: '价', sample: '1' }, '单价')).toBeUndefined();
    expect(renameAfter({ name: '单价', sample: '1' })).toBeUndefined();
    expect(renameAfter({ name: '价[元]', sample: '1' })).toBeUndefined();
    const labelled = [{ ...unnamed, label: '品名' }];
    expect(renameFieldAfterColumn(labelled, '新的一栏', { name: '甲', sample: '' })).toBeNull();
  });
});

const listShownTexts = (template: Template, data: Record<string, string>): string[] => {
  const worked = evaluateFormulas(template, data, { at: '2026-01-05T09:30:00' }).data;
  return template.elements.map((element) =>
    'content' in element ? fillPlaceholders(element.content, worked).text : '',
  );
};

describe('renaming a field', () => {
  it('changes formulas in fields and braces, not the texts in them', () => {
    const doc = getDoc(getLabel(['{{单价}}', '{{"单价" & 单价}} {{单价 * 2}}', '单价']));
    const { fields, elements } = renameField('单价', '售 价')(doc).template;
    expect(fields[2]?.formula).toBe('小数([售 价] * 数量)');
    expect(elements.map((element) => 'content' in element && element.content)).toEqual([
      '{{售 价}}',
      '{{"单价" & [售 价]}} {{[售 价] * 2}}',
      '单价',
    ]);
  });

  it('changes the parts of a text, also in a cell', () => {
    const parts = {
      type: 'text',
      content: '{{单价}}',
      spans: [{ content: '￥{{单价}}', sizeMm: 2, weight: 400 }],
      tail: { content: '{{单价}}元', sizeMm: 2, weight: 400, gapMm: 0 },
    };
    const cells = [{ row: 1, column: 1, ...parts }];
    const template = { ...getLabel([]), elements: [{ id: 't', type: 'table', cells }, parts] };
    const { elements } = renameField('单价', '价')(getDoc(template as never)).template;
    const renamed = {
      content: '{{价}}',
      spans: [{ content: '￥{{价}}' }],
      tail: { content: '{{价}}元' },
    };
    expect(elements).toMatchObject([{ cells: [renamed] }, renamed]);
  });

  it('prints the same under any name it takes', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
        fc.constantFrom('单价', '数量', '合计'),
        (to, from) => {
          const template = getLabel(['￥{{单价}}', '{{如果(数量 > 2, 合计, [单价])}}', '{{合计}}']);
          fc.pre(checkFieldName(template.fields, from, to) === '');
          const renamed = renameField(from, to)(getDoc(template)).template;
          parseTemplate(renamed);
          expect(checkTemplateFormulas(renamed)).toEqual([]);
          const data = Object.fromEntries(
            Object.entries({ 单价: '12.8', 数量: '3' }).map(([name, value]) => [
              name === from ? to : name,
              value,
            ]),
          );
          expect(listShownTexts(renamed, data)).toEqual(['￥12.8', '38.40', '38.40']);
        },
      ),
    ));

  it('is refused a name that is taken, or that braces and brackets would cut', () => {
    const { fields } = getLabel([]);
    expect(checkFieldName(fields, '单价', '数量')).not.toBe('');
    for (const bad of ['', ' 价', '价}', '价]', '{价'])
      expect(checkFieldName(fields, '单价', bad)).not.toBe('');
    expect(checkFieldName(fields, '单价', '商品 价格-2')).toBe('');
  });
});

describe('the list of fields', () => {
  it('tells where a field is used, hidden elements and formulas included', () => {
    const template = getLabel(['{{单价}}', '{{单价 & 1}}', '{{数量}}']);
    template.elements.push(createText('h', '{{单价}}', { hidden: true }));
    expect(findFieldUses(template, '单价')).toEqual({
      contents: 3,
      conditions: 0,
      fields: ['合计'],
    });
    expect(findFieldUses(template, '没有')).toEqual({ contents: 0, conditions: 0, fields: [] });
    const spare = createField(template.fields, '产地');
    const more = { ...template, fields: [...template.fields, spare] };
    expect(listUnusedFields(more)).toEqual([...listUnusedFields(template), spare]);
  });

  it('counts conditions of elements, cells and groups, and renames in them', () => {
    const label = getLabel([]);
    const style = { sizeMm: 3, weight: 400, align: 'left', fit: 'shrink' };
    const showIf = '[产 地] = "x"';
    const cell = { type: 'text', content: 'x', ...style, row: 1, column: 1, showIf };
    const box = { xMm: 0, yMm: 0, widthMm: 9, heightMm: 9, rotation: 0, id: 'r' };
    const template: Template = parseTemplate({
      ...label,
      fields: [...label.fields, createField(label.fields, '产 地')],
      elements: [
        { ...box, type: 'rect', lineMm: 1, group: 'g', hidden: true, showIf: '非(为空([产 地]))' },
        { ...box, id: 't', type: 'table', columnsMm: [1], rowsMm: [1], lineMm: 0, cells: [cell] },
      ],
      groups: [{ id: 'g', showIf: '[产 地] & "产 地" = "x"' }],
    });
    expect(findFieldUses(template, '产 地')).toEqual({ contents: 0, conditions: 3, fields: [] });
    expect(listUnusedFields(template).map(({ name }) => name)).not.toContain('产 地');
    const renamed = renameField('产 地', '地')(getDoc(template)).template;
    expect(renamed.elements[0]?.showIf).toBe('非(为空(地))');
    expect(renamed.groups?.[0]?.showIf).toBe('地 & "产 地" = "x"');
    const [, table] = renamed.elements;
    expect(table?.type === 'table' && table.cells[0]?.showIf).toBe('地 = "x"');
    const long = { ...template, groups: [{ id: 'g', showIf: `[产 地] = "${'x'.repeat(489)}"` }] };
    expect(renameField('产 地', '很长的产 地')(getDoc(long))).toEqual(getDoc(long));
  });

  it('is put in another order', () => {
    const doc = getDoc(getLabel([]));
    const listFieldOrder = (by: 1 | -1, name: string): string[] =>
      moveField(name, by)(doc).template.fields.map((field) => field.name);
    expect(listFieldOrder(1, '单价')).toEqual(['数量', '单价', '合计']);
    expect(moveField('单价', -1)(doc)).toBe(doc);
  });

  it('fills a field in another way, and stays one that can be saved', () => {
    const template = getLabel([]);
    template.fields[0] = { ...createField([], '价', 'a"b'), required: true, maxLength: 9 };
    const field = template.fields[0];
    for (const source of ['formula', 'serial'] as const) {
      const next = setFieldSource(field, source)(getDoc(template)).template;
      expect(parseTemplate(next).fields[0]).not.toHaveProperty('required');
      expect(checkTemplateFormulas(next).filter(({ name }) => name === '价')).toEqual([]);
    }
    expect(listPlaceholderNames('{{价}}')).toEqual(['价']);
  });
});

describe('a serial number', () => {
  it('shows the numbers it begins with, and no more than there is room for', () => {
    expect(listFirstSerialNumbers({ ...SERIAL, start: 8, width: 2 }, 3)).toEqual([
      '08',
      '09',
      '10',
    ]);
    expect(listFirstSerialNumbers({ ...SERIAL, start: 8, width: 1 }, 3)).toEqual(['8', '9']);
    expect(createSerialField([createSerialField([])]).name).toBe('序号2');
  });
});
