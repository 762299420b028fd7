import { parseTemplate } from '@yunbiao/contract/printing/template';
import type { Template, TemplateElement } from '@yunbiao/label';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addElements,
  align,
  selectElements,
  selectAllElements,
  distribute,
  duplicate,
  moveElementsBy,
  reorder,
  placeElements,
  removeSelectedElements,
  rotateClockwise,
} from './arrange.ts';
import { checkTemplate } from './check-template.ts';
import { serializeSelectedElements, pasteElements, parseCopiedElements } from './clipboard.ts';
import type { Command, Doc } from './doc.ts';
import { addField, changeElements, changeLabel, removeField, renameField } from './edit.ts';
import { setSelectionCondition } from './conditions/conditions.ts';
import {
  findSelectedGroup,
  changeGroup,
  groupSelectedElements,
  toggleSelectionFlag,
  ungroupSelectedElements,
} from './groups.ts';
import { moveLayer } from './layers/layer-tree.ts';
import { performCommand, redo, createHistory, undo } from './history.ts';
import { computeNewElementBox, KINDS, makeElement } from './make-element.ts';
import { rounds } from '../../../scripts/vitest/rounds.ts';

const createBox = (id: string, xMm: number, yMm: number, more: object = {}): TemplateElement => ({
  type: 'rect',
  id,
  xMm,
  yMm,
  widthMm: 10,
  heightMm: 5,
  rotation: 0,
  lineMm: 0.25,
  ...more,
});

const getLabel = (...elements: TemplateElement[]): Template => ({
  version: 1,
  widthMm: 60,
  heightMm: 40,
  fields: [],
  elements,
});

const getDoc = (elements: TemplateElement[], chosen = elements.map(({ id }) => id)): Doc => ({
  template: getLabel(...elements),
  chosen,
});

const listPlaces = ({ template }: Doc): [number, number][] =>
  template.elements.map(({ xMm, yMm }) => [xMm, yMm]);
const listIds = ({ template }: Doc): string[] => template.elements.map(({ id }) => id);

describe('places', () => {
  it('aligns several to each other, and one to the label', () => {
    const two = getDoc([createBox('a', 5, 3), createBox('b', 30, 20)]);
    expect(listPlaces(align('left')(two))).toEqual([
      [5, 3],
      [5, 20],
    ]);
    expect(listPlaces(align('bottom')(two))).toEqual([
      [5, 20],
      [30, 20],
    ]);
    expect(listPlaces(align('center')(getDoc([createBox('a', 5, 3)])))).toEqual([[25, 3]]);
  });

  it('moves a group as one when it is aligned', () => {
    const doc = getDoc([
      createBox('a', 5, 3, { group: 'g' }),
      createBox('b', 9, 8, { group: 'g' }),
      createBox('c', 1, 30),
    ]);
    expect(listPlaces(align('left')(doc))).toEqual([
      [1, 3],
      [5, 8],
      [1, 30],
    ]);
  });

  it('spreads with equal gaps, the outer ones where they are', () => {
    const doc = getDoc([createBox('a', 0, 0), createBox('b', 11, 0), createBox('c', 40, 0)]);
    expect(listPlaces(distribute('x')(doc))).toEqual([
      [0, 0],
      [20, 0],
      [40, 0],
    ]);
  });

  it('leaves what is locked where it is, and does not delete it', () => {
    const doc = getDoc([createBox('a', 5, 3, { locked: true }), createBox('b', 8, 8)]);
    expect(listPlaces(moveElementsBy(1, 1)(doc))).toEqual([
      [5, 3],
      [9, 9],
    ]);
    expect(listIds(removeSelectedElements(doc))).toEqual(['a']);
    expect(listPlaces(placeElements(new Map([['a', createBox('a', 1, 1)]]))(doc))[0]).toEqual([
      5, 3,
    ]);
  });

  it('turns about the middle, four times back to the start', () => {
    const doc = getDoc([createBox('a', 5, 3)]);
    const once = rotateClockwise(doc);
    expect(once.template.elements[0]).toMatchObject({
      xMm: 7.5,
      yMm: 0.5,
      widthMm: 5,
      heightMm: 10,
      rotation: 90,
    });
    expect(rotateClockwise(rotateClockwise(rotateClockwise(once)))).toEqual(doc);
  });

  it('orders from back to front', () => {
    const doc = getDoc([createBox('a', 0, 0), createBox('b', 0, 0), createBox('c', 0, 0)], ['a']);
    expect(listIds(reorder('front')(doc))).toEqual(['b', 'c', 'a']);
    expect(listIds(reorder('forward')(doc))).toEqual(['b', 'a', 'c']);
    expect(reorder('back')(doc)).toBe(doc);
  });
});

describe('groups and copies', () => {
  it('chooses the whole group, and lets it go', () => {
    const grouped = groupSelectedElements(
      getDoc([createBox('a', 0, 0), createBox('b', 9, 9), createBox('c', 0, 30)], ['a', 'b']),
    );
    expect(selectElements(['a'])({ ...grouped, chosen: [] }).chosen).toEqual(['a', 'b']);
    const apart = ungroupSelectedElements(grouped);
    expect(selectElements(['a'])({ ...apart, chosen: [] }).chosen).toEqual(['a']);
  });

  it('gives copies ids and a group of their own, and chooses them', () => {
    const doc = groupSelectedElements(getDoc([createBox('a', 0, 0), createBox('b', 9, 9)]));
    const copied = duplicate(2, 2)(doc);
    expect(copied.template.elements).toHaveLength(4);
    expect(new Set(listIds(copied)).size).toBe(4);
    expect(new Set(copied.template.elements.map((element) => element.group)).size).toBe(2);
    expect(copied.chosen).toEqual(listIds(copied).slice(2));
  });

  it('takes copied elements into another label, and no other text', () => {
    const text = serializeSelectedElements(
      getDoc([createBox('a', 5, 3), createBox('b', 8, 8)], ['a']),
    );
    const copied = parseCopiedElements(text, checkTemplate);
    expect(copied?.elements).toHaveLength(1);
    const pasted = copied && pasteElements(copied)(getDoc([]));
    expect(pasted?.template.elements[0]).toMatchObject({ xMm: 7, yMm: 5, type: 'rect' });
    expect(parseCopiedElements('品名\t价格', checkTemplate)).toBeNull();
    expect(
      parseCopiedElements('{"yunbiao-elements":1,"elements":[{"type":"script"}]}', checkTemplate),
    ).toBeNull();
    expect(parseCopiedElements('{"yunbiao-elements"', checkTemplate)).toBeNull();
  });

  it('adds no more than a label may hold', () => {
    const full = getDoc(Array.from({ length: 199 }, (_, i) => createBox(`e${i}`, 0, 0)));
    expect(addElements([createBox('', 0, 0), createBox('', 0, 0)])(full)).toBe(full);
    expect(addElements([createBox('', 0, 0)])(full).template.elements).toHaveLength(200);
  });
});

describe('fields', () => {
  it('renames a field where it is used', () => {
    const createText = (content: string): TemplateElement =>
      ({ ...createBox('t', 0, 0), type: 'text', content }) as TemplateElement;
    const doc: Doc = {
      template: {
        ...getLabel(createText('￥{{价}} {{ 价 }} {{价格}}')),
        fields: [
          { name: '价', label: '价', sample: '1' },
          { name: '名', label: '名', sample: '' },
        ],
      },
      chosen: [],
    };
    const renamed = renameField('价', '售价')(doc).template;
    expect(renamed.elements[0]).toMatchObject({ content: '￥{{售价}} {{售价}} {{价格}}' });
    expect(renamed.fields[0]).toMatchObject({ name: '售价', label: '售价' });
    expect(renameField('价', '名')(doc)).toBe(doc);
  });
});

/** Any designer command with arbitrary arguments. */
const anyCommand = (): fc.Arbitrary<Command> => {
  const mm = fc.double({ min: -400, max: 400, noNaN: true });
  const ids = fc.subarray(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
  const layerKey = fc.oneof(
    fc.record({
      kind: fc.constant('element' as const),
      id: fc.constantFrom('e1', 'e2', 'e3', 'e4'),
    }),
    fc.record({ kind: fc.constant('group' as const), id: fc.constantFrom('g1', 'g2', 'g3') }),
  );
  const kind = fc.constantFrom(...KINDS.filter((item) => item !== 'image'));
  return fc.oneof(
    fc.tuple(mm, mm).map(([x, y]) => moveElementsBy(x, y)),
    fc.tuple(mm, mm).map(([x, y]) => duplicate(x, y)),
    fc
      .constantFrom('left', 'center', 'right', 'top', 'middle', 'bottom')
      .map((to) => align(to as 'left')),
    fc.constantFrom('x', 'y').map((axis) => distribute(axis as 'x')),
    fc.constantFrom('front', 'forward', 'backward', 'back').map((to) => reorder(to as 'front')),
    fc.constant(rotateClockwise),
    fc.constant(groupSelectedElements),
    fc.constant(ungroupSelectedElements),
    fc.constant(removeSelectedElements),
    fc.constantFrom('1 = 1', '2 > 3', undefined).map((showIf) => setSelectionCondition(showIf)),
    fc.constantFrom('locked', 'hidden').map((part) => toggleSelectionFlag(part as 'locked')),
    fc.constantFrom('上', undefined).map((name): Command => (doc) => {
      const group = findSelectedGroup(doc);
      return group === undefined ? doc : changeGroup(group, { name })(doc);
    }),
    fc
      .tuple(layerKey, layerKey, fc.constantFrom('above', 'below', 'inside'))
      .map(([moved, target, place]) =>
        moveLayer(moved, {
          target,
          place: target.kind === 'element' && place === 'inside' ? 'above' : (place as 'above'),
        }),
      ),
    fc.constant(selectAllElements),
    ids.map((some) => selectElements(some)),
    fc
      .tuple(ids, fc.constantFrom('locked', 'hidden'))
      .map(([some, part]) => changeElements(some, { [part]: true })),
    fc
      .tuple(ids, fc.constantFrom('locked', 'hidden'))
      .map(([some, part]) => changeElements(some, { [part]: undefined })),
    fc
      .tuple(mm, mm, mm, mm, ids)
      .map(([x, y, width, height, some]) =>
        placeElements(
          new Map(some.map((id) => [id, { xMm: x, yMm: y, widthMm: width, heightMm: height }])),
        ),
      ),
    fc
      .tuple(kind, fc.nat(50), fc.nat(40), fc.nat(40))
      .map(([one, x, width, height]): Command => (doc) => {
        const dragged = { xMm: x, yMm: 1, widthMm: width, heightMm: height };
        const at = computeNewElementBox(one, dragged, doc.template);
        const { element, field } = makeElement(one, at, doc.template);
        const added = addElements([element])(doc);
        return field && added !== doc ? addField(field)(added) : added;
      }),
    fc.constant(removeField('序号')),
    fc.constant(renameField('序号', '号')),
    fc.integer({ min: 5, max: 200 }).map((widthMm) => changeLabel({ widthMm })),
  );
};

describe('any sequence of commands', () => {
  it('keeps the template one that can be saved, and is undone to the start and redone to the end', () => {
    fc.assert(
      fc.property(fc.array(anyCommand(), { maxLength: 40 }), (commands) => {
        const start = createHistory(
          getDoc([createBox('e1', 0, 0), createBox('e2', 20, 20)], ['e1']),
        );
        let history = start;
        for (const [i, command] of commands.entries()) {
          history = performCommand(history, command, { what: 'x', at: i * 10_000 });
          parseTemplate(history.now.template);
          const ids = listIds(history.now);
          expect(new Set(ids).size).toBe(ids.length);
          expect(history.now.chosen.every((id) => ids.includes(id))).toBe(true);
        }
        const end = history.now.template;
        while (history.past.length > 0) history = undo(history);
        expect(history.now.template).toEqual(start.now.template);
        while (history.future.length > 0) history = redo(history);
        expect(history.now.template).toEqual(end);
      }),
      { numRuns: rounds(150) },
    );
  });

  it('undoes what was typed in one go at once, and after a pause apart', () => {
    const changeWidth = (content: number): Command => changeLabel({ widthMm: content });
    let history = createHistory(getDoc([]));
    for (const [widthMm, at] of [
      [61, 0],
      [62, 400],
      [63, 800],
      [70, 9_000],
    ] as const)
      history = performCommand(history, changeWidth(widthMm), {
        what: '修改大小',
        key: 'width',
        at,
      });
    history = undo(history);
    expect(history.now.template.widthMm).toBe(63);
    expect(undo(history).now.template.widthMm).toBe(60);
  });

  it('forgets what was undone once something else is done, and keeps it while only choosing', () => {
    let history = performCommand(
      createHistory(getDoc([createBox('a', 0, 0)])),
      moveElementsBy(1, 0),
      {
        what: '移动',
        at: 0,
      },
    );
    history = undo(history);
    history = performCommand(history, selectElements([]), { what: '选择', at: 1 });
    expect(history.future).toHaveLength(1);
    history = performCommand(history, changeLabel({ widthMm: 50 }), { what: '修改大小', at: 2 });
    expect(history.future).toEqual([]);
  });
});
