import { readFileSync } from 'node:fs';
import { parseTemplate } from '@yunbiao/contract/printing/template';
import {
  layoutLabel,
  loadFonts,
  computeQuietZoneDots,
  listElementInkBoxes,
  listSceneSymbols,
  type Template,
  type TemplateElement,
} from '@yunbiao/label';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import { describe, expect, it } from 'vitest';
import {
  listEdgeProblems,
  type Problem,
  listTemplateProblems,
  addFixesToProblems,
} from './problems.ts';

const ROOT = new URL('../../../', import.meta.url);
const fonts = loadFonts({
  read: (file) => readFileSync(new URL(`packages/label/fonts/${file}`, ROOT)),
});

const box = { id: 'e1', xMm: 2, yMm: 2, widthMm: 20, heightMm: 5, rotation: 0 } as const;
const createText = (content: string, more: object = {}): TemplateElement => ({
  type: 'text',
  ...box,
  content,
  sizeMm: 4,
  weight: 400,
  align: 'left',
  fit: 'clip',
  ...more,
});
const createQr = (more: object = {}): TemplateElement => ({
  type: 'qr',
  ...box,
  heightMm: 20,
  content: 'https://yunbiao.example/p/20874',
  level: 'M',
  ...more,
});

const getLabel = (...elements: TemplateElement[]): Template => ({
  version: 1,
  widthMm: 60,
  heightMm: 40,
  fields: [],
  elements,
});

const getScene = (template: Template) =>
  layoutLabel({
    template,
    data: {},
    media: { dpi: 203 },
    fonts,
    rareCodes: () => RARE_ENCODERS,
    at: '2026-01-05T09:30:00',
  });

const problemsIn = (template: Template): Problem[] => {
  const scene = getScene(template);
  const boxes = listElementInkBoxes(scene);
  return addFixesToProblems(
    listTemplateProblems(template, scene.warnings, [], listEdgeProblems(template, boxes, 8)),
    {
      template,
      dotsPerMm: 8,
      boxes,
      symbols: listSceneSymbols(scene),
      measureQuietDots: (id) => computeQuietZoneDots(scene, id),
      checkElements: (elements) => getScene({ ...template, elements }).warnings,
    },
  );
};

/** Applies the fix of the first problem. */
const applyFix = (template: Template): { label: string | undefined; template: Template } => {
  const [problem] = problemsIn(template);
  const next = problem?.fix?.command({ template, chosen: [] }).template ?? template;
  parseTemplate(next);
  return { label: problem?.fix?.label, template: next };
};

describe('a problem that can be fixed at a press', () => {
  it.each([
    ['a text cut off', createText('南坡晚熟脐橙'), '自动缩小'],
    [
      'a text that has to wrap',
      createText('南坡晚熟脐橙礼盒', { heightMm: 10, minSizeMm: 4 }),
      '换行',
    ],
    [
      'a text that has no room at all',
      createText('南坡晚熟脐橙', { minSizeMm: 4 }),
      '加宽到 23.9 mm',
    ],
    [
      'a text longer than the label',
      createText('南坡晚熟脐橙礼盒精选装一二三四五六七八九十'),
      '换行，加高到 23 mm',
    ],
    ['a text off the label', createText('脐橙', { xMm: 55 }), '移进来'],
    ['a text near the edge', createText('脐橙', { xMm: 0.2 }), '移进来'],
    ['a code that is too dense', createQr({ widthMm: 8, heightMm: 8 }), '放大到 9.3 mm'],
    ['a code without light space', createQr({ xMm: -3 }), '移进来'],
    [
      'a bar code without room',
      {
        type: 'code128',
        ...box,
        heightMm: 12,
        content: 'A1234567890',
        showText: true,
        textSizeMm: 2.5,
      },
      '加长到 33 mm',
    ],
    ['a character no font has', createText('😀'), '缺字打印 〓'],
  ] as const)('%s', (_, element, label) => {
    const template = getLabel(element as TemplateElement);
    const result = applyFix(template);
    expect(result.label).toBe(label);
    const codes = problemsIn(result.template).map(({ about }) => about?.code);
    const before = problemsIn(template)[0];
    expect(before?.level === 'error' ? [] : codes).not.toContain(before?.about?.code);
  });

  it('gives a code a decoder cannot read modules of one dot more', () => {
    const template = getLabel(createQr({ widthMm: 9.5, heightMm: 9.5 }));
    const scene = getScene(template);
    const said: Problem = {
      elementId: 'e1',
      level: 'warning',
      message: '拿远了读不出，请加大',
      about: { code: 'too-small-to-scan', id: 'e1' },
    };
    const [problem] = addFixesToProblems([said], {
      template,
      dotsPerMm: 8,
      boxes: listElementInkBoxes(scene),
      symbols: listSceneSymbols(scene),
      measureQuietDots: (id) => computeQuietZoneDots(scene, id),
      checkElements: (elements) => getScene({ ...template, elements }).warnings,
    });
    const next = problem?.fix?.command({ template, chosen: [] }).template ?? template;
    expect(listSceneSymbols(scene)[0]?.moduleDots).toBe(2);
    expect(listSceneSymbols(getScene(next))[0]?.moduleDots).toBe(3);
  });

  it('makes a code larger only as far as it needs and the label holds', () => {
    const { template } = applyFix(
      getLabel(createQr({ xMm: 50, yMm: 30, widthMm: 8, heightMm: 8 })),
    );
    const [element] = template.elements;
    expect((element?.xMm ?? 0) + (element?.widthMm ?? 0)).toBeLessThanOrEqual(60);
    expect(
      applyFix({ ...getLabel(createQr({ widthMm: 8, heightMm: 8 })), widthMm: 9 }).label,
    ).toBeUndefined();
  });

  it('changes the cells of a table, and nothing that is locked', () => {
    const cell = {
      row: 1,
      column: 1,
      type: 'text',
      content: '😀',
      sizeMm: 3,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    };
    const table = {
      type: 'table',
      ...box,
      columnsMm: [10],
      rowsMm: [5],
      lineMm: 0.25,
      cells: [cell],
    };
    const { template } = applyFix(getLabel(table as TemplateElement));
    expect(template.elements[0]).toMatchObject({ cells: [{ missingGlyph: 'gap' }] });
    expect(applyFix(getLabel(createText('南坡晚熟脐橙', { locked: true }))).label).toBeUndefined();
  });

  it('offers the size that the message asks for, at any place and resolution of the head', () => {
    const bars = {
      type: 'code128',
      ...box,
      widthMm: 9,
      heightMm: 12,
      content: '',
      showText: true,
      textSizeMm: 2.5,
    } as const;
    for (const xMm of [1, 2, 2.06, 2.19, 3.33])
      for (const element of [
        { ...bars, xMm, content: 'A1234567890' },
        createQr({ xMm, widthMm: 4, heightMm: 4 }),
      ]) {
        const [problem] = problemsIn(getLabel(element as TemplateElement));
        const asked = /(?:好扫要|至少) ([\d.]+) mm$/.exec(problem?.message ?? '')?.[1];
        expect(asked, problem?.message).toBeDefined();
        expect(problem?.fix?.label).toMatch(new RegExp(`到 ${asked} mm$`));
      }
  });

  it('is not offered what cannot help', () => {
    // As wide as the label: no place has a millimetre on both sides.
    const wide = createText('南坡晚熟脐橙礼盒精选装一二', { xMm: 0, widthMm: 60, sizeMm: 4.58 });
    const [near] = problemsIn({ ...getLabel(wide), widthMm: 60 });
    expect(near?.about?.code).toBe('near-edge');
    expect(near?.fix).toBeUndefined();
    // Covered or misread: size does not matter.
    const covered = { elementId: 'e1', name: '二维码', grade: 'none' } as const;
    for (const reason of ['被别的内容盖住了一部分', '四周要空白的地方有别的内容', '解码器读不出'])
      expect(
        listTemplateProblems(getLabel(createQr()), [], [{ ...covered, reason }], [])[0]?.about,
      ).toBeUndefined();
  });
});

it('calls an element with a formula what it shows', () => {
  const formula = '{{如果(非(为空(pm)), "品名：" & pm & "，产地赣州", "")}}';
  const field = { name: 'pm', label: '品名', sample: '南坡晚熟脐橙' };
  const template = { ...getLabel(createText(formula)), fields: [field] };
  const scene = layoutLabel({ template, data: { pm: '脐橙' }, media: { dpi: 203 }, fonts });
  const [problem] = listTemplateProblems(template, scene.warnings, [], []);
  expect(problem?.message).toMatch(/^“文字：品名”/);
});

describe('a text near the edge', () => {
  it('is told of all sides', () => {
    const corner = createText('脐橙', { xMm: 0.3, yMm: 0, heightMm: 4, sizeMm: 4 });
    const scene = getScene(getLabel(corner));
    const [problem] = listEdgeProblems(getLabel(corner), listElementInkBoxes(scene), 8);
    expect(problem?.message).toMatch(
      /^“脐橙”离左边 0\.\d mm、上边 0\.\d mm，走纸偏一点就打印不全$/,
    );
    const around = [{ elementId: 'e1', box: { x0: 4, y0: 4, x1: 476, y1: 316 } }];
    expect(listEdgeProblems(getLabel(corner), around, 8)[0]?.message).toContain(
      '离左边 0.5 mm、上边 0.5 mm、右边 0.5 mm、下边 0.5 mm',
    );
  });
});
