import { parseTemplate } from '@yunbiao/contract/printing/template';
import type { Template, TemplateElement } from '@yunbiao/label';
import { listElementConditions } from '@yunbiao/label/condition';
import { describe, expect, it } from 'vitest';
import { duplicate, removeSelectedElements, selectElements, selectExactly } from './arrange.ts';
import { checkTemplate } from './check-template.ts';
import { parseCopiedElements, pasteElements, serializeSelectedElements } from './clipboard.ts';
import {
  canHoldOldCondition,
  describeCondition,
  formatCondition,
  getElementCondition,
  getSelectionCondition,
  listFieldValues,
  parseCondition,
  setSelectionCondition,
} from './conditions/conditions.ts';
import { type Command, type Doc, listMovableSelection } from './doc.ts';
import { changeSymbology } from './symbology.ts';
import {
  changeGroup,
  findSelectedGroup,
  groupSelectedElements,
  toggleSelectionFlag,
  ungroupSelectedElements,
} from './groups.ts';
import {
  buildLayerTree,
  filterLayerTree,
  findLayerStep,
  getLayerName,
  type LayerNode,
  moveLayer,
} from './layers/layer-tree.ts';

const createBox = (id: string, more: object = {}): TemplateElement => ({
  type: 'rect',
  id,
  xMm: 1,
  yMm: 1,
  widthMm: 10,
  heightMm: 5,
  rotation: 0,
  lineMm: 0.25,
  ...more,
});
const createText = (id: string, content: string): TemplateElement => ({
  ...createBox(id),
  type: 'text',
  content,
  sizeMm: 3,
  weight: 400,
  align: 'left',
  fit: 'shrink',
});

const FIELDS = ['类别', '产 地'].map((name) => ({ name, label: name, sample: '' }));

const getDoc = (...elements: TemplateElement[]): Doc => ({
  template: { version: 1, widthMm: 60, heightMm: 40, fields: FIELDS, elements },
  chosen: [],
});
const run = (doc: Doc, ...commands: Command[]): Doc =>
  commands.reduce((now, command) => command(now), doc);

/** `a(b c)`: layers front to back, groups by id. */
const draw = (nodes: readonly LayerNode[]): string =>
  nodes
    .map((node) => (node.kind === 'element' ? node.id : `${node.id}(${draw(node.children)})`))
    .join(' ');
const drawTree = ({ template }: Doc): string => draw(buildLayerTree(parseTemplate(template)));
const listConditions = (template: Template): string[] =>
  template.elements.map((element) =>
    listElementConditions(template, element)
      .map(({ source }) => source)
      .join(' & '),
  );

const abcd = getDoc(createBox('a'), createBox('b'), createBox('c'), createBox('d'));
/** a and b in g1, that and c in g2, d alone. */
const nested = run(
  abcd,
  selectElements(['a', 'b']),
  groupSelectedElements,
  selectElements(['a', 'c']),
  groupSelectedElements,
);

describe('groups', () => {
  it('nest, and are chosen as a whole from the outermost', () => {
    expect(drawTree(nested)).toBe('d g2(c g1(b a))');
    expect(selectElements(['a'])(nested).chosen).toEqual(['a', 'b', 'c']);
    expect(selectExactly(['a'])(nested).chosen).toEqual(['a']);
    expect(groupSelectedElements(selectElements(['a'])(nested)).template).toBe(nested.template);
  });

  it('without a parent or a name need no description, so that older clients draw them', () => {
    const flat = run(abcd, selectElements(['a', 'b']), groupSelectedElements);
    expect(flat.template.groups).toBeUndefined();
    const named = changeGroup('g1', { name: '危险' })(flat);
    expect(named.template.groups).toEqual([{ id: 'g1', name: '危险' }]);
    expect(changeGroup('g1', { name: undefined })(named).template).toEqual(flat.template);
  });

  it('group a part of a group inside it', () => {
    const inner = run(nested, selectExactly(['a', 'c']), groupSelectedElements);
    expect(drawTree(inner)).toBe('d g2(g3(c a) g1(b))');
  });

  it('come apart one level at a time, and pass on what they had', () => {
    const doc = run(
      nested,
      changeGroup('g2', { showIf: '1 = 1', locked: true }),
      changeGroup('g1', { showIf: '2 = 2' }),
      changeGroup('g2', { locked: undefined }),
      selectElements(['a']),
      ungroupSelectedElements,
    );
    expect(drawTree(doc)).toBe('d c g1(b a)');
    expect(listConditions(doc.template)).toEqual([
      '且(1 = 1, 2 = 2)',
      '且(1 = 1, 2 = 2)',
      '1 = 1',
      '',
    ]);
    const out = run(doc, selectExactly(['a']), ungroupSelectedElements);
    expect(drawTree(out)).toBe('d c g1(b) a');
    expect(listConditions(out.template)[0]).toBe('且(1 = 1, 2 = 2)');
  });

  it('lock and hide what is in them', () => {
    const locked = changeGroup('g2', { locked: true })(nested);
    expect(listMovableSelection(selectElements(['a', 'd'])(locked)).map(({ id }) => id)).toEqual([
      'd',
    ]);
    const chosen = selectElements(['a'])(nested);
    const hidden = toggleSelectionFlag('hidden')(chosen);
    expect(hidden.template.groups?.find(({ id }) => id === 'g2')?.hidden).toBe(true);
    expect(toggleSelectionFlag('hidden')(hidden).template).toEqual(nested.template);
  });

  it('are copied with all they have, and go with their last element', () => {
    const doc = changeGroup('g1', { name: '内', showIf: '1 = 1' })(nested);
    const copied = run(doc, selectElements(['a']), duplicate(1, 1));
    expect(drawTree(copied)).toBe('g4(e7 g3(e6 e5)) d g2(c g1(b a))');
    expect(copied.template.groups).toContainEqual({
      id: 'g3',
      name: '内',
      showIf: '1 = 1',
      parent: 'g4',
    });
    expect(removeSelectedElements(copied).template).toEqual(doc.template);
    // A part of a group prints by the same conditions without it.
    const part = run(doc, selectExactly(['a']), duplicate(1, 1));
    expect(drawTree(part)).toBe('e5 d g2(c g1(b a))');
    expect(listConditions(part.template).at(-1)).toBe('1 = 1');
  });

  it('are pasted into another label', () => {
    const text = serializeSelectedElements(selectElements(['a'])(nested));
    const copied = parseCopiedElements(text, checkTemplate);
    const pasted = copied && pasteElements(copied)(abcd);
    expect(pasted && drawTree(pasted)).toBe('g2(e7 g1(e6 e5)) d c b a');
  });
});

describe('the tree of layers', () => {
  const key = (id: string) => ({ kind: id.startsWith('g') ? 'group' : 'element', id }) as const;
  const move = (doc: Doc, id: string, place: 'above' | 'below' | 'inside', to: string): string =>
    drawTree(moveLayer(key(id), { target: key(to), place })(doc));

  it('moves elements and groups in front of others, behind them and into groups', () => {
    expect(move(nested, 'd', 'inside', 'g1')).toBe('g2(c g1(d b a))');
    expect(move(nested, 'd', 'below', 'b')).toBe('g2(c g1(b d a))');
    expect(move(nested, 'g1', 'above', 'd')).toBe('g1(b a) d g2(c)');
    expect(move(nested, 'g2', 'above', 'd')).toBe('g2(c g1(b a)) d');
    expect(move(nested, 'a', 'below', 'g2')).toBe('d g2(c g1(b)) a');
    // A group does not go into itself.
    expect(move(nested, 'g2', 'inside', 'g1')).toBe(drawTree(nested));
    expect(move(nested, 'g2', 'below', 'c')).toBe(drawTree(nested));
  });

  it('moves by steps, out of a group at its ends', () => {
    const step = (id: string, to: 'up' | 'down' | 'in' | 'out'): string => {
      const place = findLayerStep(buildLayerTree(nested.template), key(id), to);
      return place ? drawTree(moveLayer(key(id), place)(nested)) : 'nowhere';
    };
    expect(step('g1', 'up')).toBe('d g2(g1(b a) c)');
    expect(step('c', 'up')).toBe('d c g2(g1(b a))');
    expect(step('a', 'out')).toBe('d g2(c g1(b) a)');
    expect(step('d', 'down')).toBe('g2(c g1(b a)) d');
    expect(step('d', 'up')).toBe('nowhere');
    expect(step('d', 'in')).toBe('nowhere');
  });

  it('is searched by name, and shows the groups around what is found', () => {
    const named = run(nested, changeGroup('g1', { name: 'Fire' }), selectExactly(['a']));
    const tree = buildLayerTree(named.template);
    expect(draw(filterLayerTree(tree, ' fire', FIELDS))).toBe('g2(g1(b a))');
    expect(draw(filterLayerTree(tree, 'x', FIELDS))).toBe('');
    expect(tree.map((node) => getLayerName(node, FIELDS))).toEqual(['矩形', '组合']);
  });
});

describe('conditions', () => {
  it.each([
    ['非(为空(类别))', { kind: 'filled', field: '类别' }, '“类别”有内容才打印'],
    [
      '[产 地] = "海""南"',
      { kind: 'equals', field: '产 地', text: '海"南' },
      '“产 地”是“海"南”才打印',
    ],
    ['类别 <> "易燃"', { kind: 'differs', field: '类别', text: '易燃' }, '“类别”不是“易燃”才打印'],
    ['类别 > 3', { kind: 'own', source: '类别 > 3' }, '满足 类别 > 3 才打印'],
    ['别的 = "x"', { kind: 'own', source: '别的 = "x"' }, '满足 别的 = "x" 才打印'],
  ])('are shown as what they are: %s', (source, form, words) => {
    const parsed = parseCondition(source, FIELDS);
    expect(parsed).toEqual(form);
    expect(formatCondition(parsed)).toBe(source);
    expect(describeCondition(source, FIELDS)).toBe(words);
  });

  it('are set on each chosen element, or on the group that is chosen', () => {
    const each = run(nested, selectElements(['a', 'd']), setSelectionCondition('1 = 1'));
    expect(listConditions(each.template)).toEqual(Array(4).fill('1 = 1'));
    expect(getSelectionCondition(each)).toEqual({ group: undefined, condition: '1 = 1' });
    const whole = run(nested, selectElements(['a']), setSelectionCondition('1 = 1'));
    expect(whole.template.elements).toEqual(nested.template.elements);
    expect(findSelectedGroup(whole)).toBe('g2');
    expect(getSelectionCondition(whole)).toEqual({ group: 'g2', condition: '1 = 1' });
    expect(setSelectionCondition(undefined)(whole).template).toEqual(nested.template);
    const mixed = run(each, selectExactly(['a']), setSelectionCondition(undefined));
    expect(getSelectionCondition(selectExactly(['a', 'c'])(mixed)).condition).toBeNull();
  });

  it('of texts from before are read from the content, and move out of it when changed', () => {
    const old = createText('t', '{{如果(类别 = "x", "产地" & [产 地], "")}}');
    expect(getElementCondition(old, FIELDS)).toBe('类别 = "x"');
    const doc = { ...getDoc(old), chosen: ['t'] };
    const [moved] = setSelectionCondition('类别 = "y"')(doc).template.elements;
    expect(moved).toMatchObject({ content: '产地{{产 地}}', showIf: '类别 = "y"' });
    const [always] = setSelectionCondition(undefined)(doc).template.elements;
    expect(always).toEqual(createText('t', '产地{{产 地}}'));
    expect(moved && canHoldOldCondition(moved)).toBe(false);
    // That of a part is not that of the whole text.
    const spans = [{ content: '总是', sizeMm: 3, weight: 400 }];
    expect(getElementCondition({ ...old, spans } as never, FIELDS)).toBeUndefined();
  });

  it('stay when a code becomes another one', () => {
    const code = { ...createBox('q', { showIf: '1 = 1' }), type: 'qr', content: '1', level: 'M' };
    expect(changeSymbology(code as never, 'aztec').showIf).toBe('1 = 1');
  });

  it('offer the values of the rows', () => {
    expect(
      listFieldValues([{ 类别: '甲' }, { 类别: ' ' }, { 类别: '乙' }, { 类别: '甲' }], '类别'),
    ).toEqual(['甲', '乙']);
  });
});
