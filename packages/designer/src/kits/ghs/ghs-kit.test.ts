import { evaluateFormulas, SAMPLE_TIME, type Template } from '@yunbiao/label';
import { HAZARD_STATEMENTS, PRECAUTIONARY_STATEMENTS } from '@yunbiao/label/ghs-phrases';
import { describe, expect, it } from 'vitest';
import { checkTemplate } from '../../check-template.ts';
import { explainKitRefusal, insertKit } from '../kit.ts';
import {
  buildPictogramCondition,
  createGhsDesign,
  createGhsKit,
  type GhsDesign,
  listPictogramsOfHazards,
} from './ghs-kit.ts';
import { getPictogramShapes, PICTOGRAM_IDS, PICTOGRAMS } from './pictograms.ts';
import { drawShapes } from './shapes.ts';

const EMPTY: Template = { version: 1, widthMm: 100, heightMm: 100, fields: [], elements: [] };
/** 1 × 1. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const INPUT = {
  hazardStatements: HAZARD_STATEMENTS,
  precautionaryStatements: PRECAUTIONARY_STATEMENTS,
  drawPictogram: () => DOT,
};

const insert = (design: GhsDesign): Template =>
  insertKit(createGhsKit(design, EMPTY, INPUT))({ template: EMPTY, chosen: [] }).template;

const listContents = ({ elements }: Template): string[] =>
  elements.flatMap((element) => (element.type === 'text' ? [element.content] : []));

describe('the label of a chemical', () => {
  it('has pictograms, signal word, statements and the lines of the supplier', () => {
    const codes = ['H225', 'H319'];
    const template = insert({
      ...createGhsDesign(),
      pictograms: listPictogramsOfHazards(codes),
      hazards: { kind: 'chosen', codes },
      precautions: { kind: 'chosen', codes: ['P102', 'P405'] },
    });
    expect(checkTemplate(template).problem).toBeNull();
    expect(template.elements.map(({ name }) => name).slice(0, 2)).toEqual([
      'GHS02 火焰',
      'GHS07 感叹号',
    ]);
    expect(listContents(template)).toEqual([
      '{{品名}}',
      '危险',
      '高度易燃液体和蒸气。造成严重眼刺激。',
      '切勿让儿童接触。存放处须加锁。',
      'CAS 号：{{CAS 号}}\nUN 编号：{{UN 编号}}\n供应商：{{供应商}}\n地址：{{地址}}\n应急电话：{{应急电话}}',
    ]);
  });

  it('follows the codes of each row, pictograms included', () => {
    const template = insert({
      ...createGhsDesign(),
      pictograms: ['GHS02', 'GHS08'],
      hazards: { kind: 'column', name: '危险代码' },
      precautions: { kind: 'column', name: '防范代码' },
    });
    expect(checkTemplate(template).problem).toBeNull();
    const row = { 危险代码: 'h225 H319', 防范代码: 'P102' };
    const { data, errors } = evaluateFormulas(template, row, { at: SAMPLE_TIME });
    expect([...errors.keys()]).toEqual([]);
    expect(data).toMatchObject({
      '危险说明(危险代码)': '高度易燃液体和蒸气。造成严重眼刺激。',
      '防范说明(防范代码)': '切勿让儿童接触。',
    });
    expect(template.elements.map(({ showIf }) => showIf !== undefined).slice(0, 3)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('becomes smaller on a small label', () => {
    const small = { ...EMPTY, widthMm: 60, heightMm: 40 };
    const design = { ...createGhsDesign(), pictograms: PICTOGRAM_IDS.slice(0, 4) };
    const kit = createGhsKit(design, small, INPUT);
    const { elements } = insertKit(kit)({ template: small, chosen: [] }).template;
    for (const { xMm, yMm, widthMm, heightMm } of elements) {
      expect(xMm + widthMm).toBeLessThanOrEqual(60);
      expect(yMm + heightMm).toBeLessThanOrEqual(40);
    }
  });

  it('is refused with more pictograms than a template takes', () => {
    const drawPictogram = (id: string): string => `${DOT}${id}`;
    const design = { ...createGhsDesign(), pictograms: PICTOGRAM_IDS.slice(0, 5) };
    const kit = createGhsKit(design, EMPTY, { ...INPUT, drawPictogram });
    expect(explainKitRefusal(EMPTY, kit)).toBe('放不下了：一个模板最多 4 张图片');
  });
});

describe('pictograms', () => {
  it.each(PICTOGRAM_IDS)('%s is a square on its corner, with black inside the frame', (id) => {
    const side = 100;
    const { data, stride } = drawShapes(getPictogramShapes(id), side);
    const isBlack = (x: number, y: number): boolean =>
      ((data[y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
    for (const [x, y] of [
      [50, 3],
      [50, 96],
      [3, 50],
      [96, 50],
    ] as const)
      expect(isBlack(x, y)).toBe(true);
    for (const [x, y] of [
      [5, 5],
      [95, 5],
      [5, 95],
      [95, 95],
    ] as const)
      expect(isBlack(x, y)).toBe(false);
    let inside = 0;
    let between = 0;
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1) {
        const distance = Math.abs(x + 0.5 - 50) + Math.abs(y + 0.5 - 50);
        if (distance < 40 && isBlack(x, y)) inside += 1;
        if (distance > 41 && distance < 42.5 && isBlack(x, y)) between += 1;
      }
    expect(inside).toBeGreaterThan(250);
    expect(between).toBe(0);
  });

  it('come from statements that exist, with conditions that fit', () => {
    for (const id of PICTOGRAM_IDS) {
      for (const code of PICTOGRAMS[id].hazards) expect(HAZARD_STATEMENTS).toHaveProperty([code]);
      const condition = buildPictogramCondition(id, '长'.repeat(16));
      expect(condition === null).toBe(PICTOGRAMS[id].hazards.length === 0);
    }
    expect(listPictogramsOfHazards(['H314', 'H302', 'H410'])).toEqual(['GHS05', 'GHS07', 'GHS09']);
  });
});
