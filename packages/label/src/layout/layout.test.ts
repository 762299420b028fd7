import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../errors.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type { BarsOp, GlyphsOp, MatrixOp, RectOp, Scene } from '../scene.ts';
import {
  createCode128Element,
  listCodes,
  getLayout,
  createQrElement,
  getTemplate,
  createTextElement,
} from '../testing/fixtures.ts';
import type { Media, RectElement, Template, TemplateField } from '../template.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const DPIS = [203, 300, 600] as const;
const TURNS = [0, 90, 180, 270] as const;

function listOps<K extends 'rect' | 'bars' | 'matrix' | 'glyphs'>(
  scene: Scene,
  kind: K,
): Extract<Scene['ops'][number], { kind: K }>[] {
  return scene.ops.filter(
    (op): op is Extract<Scene['ops'][number], { kind: K }> => op.kind === kind,
  );
}

function createRect(id: string, xMm: number, widthMm: number): RectElement {
  return { type: 'rect', id, xMm, yMm: 0, widthMm, heightMm: 5, rotation: 0, lineMm: 0 };
}

describe('label size', () => {
  it('is eight dots a millimetre at 203 dpi', () => {
    const large = getTemplate([], { widthMm: 200, heightMm: 300 });
    expect(getLayout(large)).toMatchObject({ widthDots: 1600, heightDots: 2400 });
    expect(getLayout(getTemplate([]))).toMatchObject({ widthDots: 480, heightDots: 320 });
    expect(getLayout(getTemplate([]), {}, { dpi: 300 })).toMatchObject({
      widthDots: 709,
      heightDots: 472,
    });
    expect(getLayout(getTemplate([]), {}, { dpi: 203, rotation: 90 })).toMatchObject({
      widthDots: 320,
      heightDots: 480,
    });
  });

  it('is refused when too large, too small or not a number', () => {
    for (const widthMm of [Number.NaN, Infinity, -1, 0, 301]) {
      expect(() => getLayout(getTemplate([], { widthMm }))).toThrow(LabelError);
    }
    const large = getTemplate([], { widthMm: 250, heightMm: 300 });
    expect(() => getLayout(large, {}, { dpi: 600 })).toThrow('标签太大');
    expect(getLayout(large, {}, { dpi: 300 }).widthDots).toBe(2953);
  });

  it('refuses element numbers that are not numbers', () => {
    expect(() => getLayout(getTemplate([createTextElement('x', { xMm: Number.NaN })]))).toThrow(
      LabelError,
    );
    expect(() => getLayout(getTemplate([createTextElement('x', { sizeMm: -3 })]))).toThrow(
      LabelError,
    );
  });
});

describe('placement', () => {
  it('rounds edges, not sizes: boxes that touch in mm touch in dots', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 20, noNaN: true }),
        fc.double({ min: 0.5, max: 20, noNaN: true }),
        fc.constantFrom(...DPIS),
        (x, w, dpi) => {
          const [a, b] = listOps(
            getLayout(
              getTemplate([createRect('a', x, w), createRect('b', x + w, 10)]),
              {},
              { dpi },
            ),
            'rect',
          );
          expect(a?.x1).toBe(b?.x0);
        },
      ),
    );
  });

  it('moves everything by the offset and stretches positions along the feed', () => {
    const template = getTemplate([{ ...createRect('a', 10, 5), yMm: 10 }]);
    const getRectOp = (media: Media): RectOp | undefined =>
      listOps(getLayout(template, {}, media), 'rect')[0];
    expect(getRectOp({ dpi: 203, offsetXMm: 1.5, offsetYMm: -2 })).toMatchObject({
      x0: 92,
      y0: 64,
    });
    expect(getRectOp({ dpi: 203, pitchScale: 1.05 })).toMatchObject({ x0: 80, y0: 84 });
  });

  it('turns the whole label with the media', () => {
    const template = getTemplate([createRect('a', 10, 5)]);
    const getRectOp = (rotation: Media['rotation'] & {}): RectOp | undefined =>
      listOps(getLayout(template, {}, { dpi: 203, rotation }), 'rect')[0];
    expect(getRectOp(90)).toMatchObject({ x0: 280, y0: 80, x1: 320, y1: 120 });
    expect(getRectOp(180)).toMatchObject({ x0: 360, y0: 280, x1: 400, y1: 320 });
    expect(getRectOp(270)).toMatchObject({ x0: 0, y0: 360, x1: 40, y1: 400 });
  });
});

describe('codes', () => {
  it('sit on whole dots, as large as the box allows with quiet zones', () => {
    const box = fc.double({ min: 25, max: 58, noNaN: true });
    fc.assert(
      fc.property(
        box,
        fc.constantFrom(...DPIS),
        fc.constantFrom(...TURNS),
        (widthMm, dpi, rotation) => {
          const [w, h] = rotation % 180 === 0 ? [widthMm, 15] : [15, widthMm];
          const element = createCode128Element('A1234', {
            xMm: 0.3,
            yMm: 0.7,
            widthMm: w,
            heightMm: h,
            rotation,
          });
          const scene = getLayout(getTemplate([element], { heightMm: 60 }), {}, { dpi });
          const [bars] = listOps(scene, 'bars') as [BarsOp];
          const module = (bars.edges[1] ?? 0) / 2;
          expect(bars.edges.every((edge) => Number.isInteger(edge))).toBe(true);
          expect(Number.isInteger(module)).toBe(true);
          const length = bars.along === 'x' ? bars.x1 - bars.x0 : bars.y1 - bars.y0;
          const modules = length / module;
          const room = widthMm * (dpi === 203 ? 8 : dpi / 25.4);
          expect((modules + 20) * module).toBeLessThanOrEqual(room + 1);
          expect((modules + 20) * (module + 1)).toBeGreaterThan(room - 1);
        },
      ),
    );
  });

  it('leave quiet zones of ten and four modules inside their box', () => {
    const scene = getLayout(
      getTemplate([createQrElement('https://yunbiao.example', { xMm: 5, yMm: 5 })]),
    );
    const [qr] = listOps(scene, 'matrix') as [MatrixOp];
    expect(qr.x - 40).toBeGreaterThanOrEqual(4 * qr.moduleDots);
    expect(240 + 40 - (qr.x + qr.code.width * qr.moduleDots)).toBeGreaterThanOrEqual(
      4 * qr.moduleDots,
    );
  });

  it('are left out with an error when they do not fit', () => {
    const scene = getLayout(getTemplate([createCode128Element('{{货号}}', { widthMm: 12 })]), {
      货号: 'AKS20260518',
    });
    expect(scene.ops).toEqual([]);
    expect(scene.warnings).toMatchObject([
      { elementId: 'c', code: 'code-too-wide', level: 'error' },
    ]);
    expect(scene.warnings[0]?.message).toContain('货号');
  });

  it('shrinks the spaces of the text under the bars with it, so that it stays in its box', () => {
    const code = createCode128Element('AB12345678', {
      xMm: 2,
      widthMm: 30,
      textSizeMm: 3,
      textSpacingMm: 6,
    });
    const scene = getLayout(getTemplate([code]));
    expect(scene.warnings.map(({ code: kind }) => kind)).toContain('text-shrunk');
    const places = listOps(scene, 'glyphs').flatMap(({ glyphs }) => glyphs.map(({ x }) => x));
    expect(places).toHaveLength(10);
    expect(Math.min(...places)).toBeGreaterThanOrEqual(16);
    expect(Math.max(...places)).toBeLessThan(256);
  });

  it('warn when modules get smaller than scanners like', () => {
    const scene = getLayout(getTemplate([createCode128Element('AKS20260518', { widthMm: 20 })]));
    expect(listCodes(scene)).toContain('code-module-small');
    expect(listOps(scene, 'bars')).toHaveLength(1);
  });

  it('are left out when they would run off the label', () => {
    const scene = getLayout(
      getTemplate([
        createCode128Element('12345678', { xMm: 30 }),
        createQrElement('x', { yMm: 30 }),
      ]),
    );
    expect(listOps(scene, 'bars')).toEqual([]);
    expect(listOps(scene, 'matrix')).toEqual([]);
    expect(listCodes(scene).filter((code) => code === 'code-outside-label')).toHaveLength(2);
  });

  it('refuse Chinese in a Code 128 and name the field', () => {
    const scene = getLayout(getTemplate([createCode128Element('{{品名}}')]), { 品名: '苹果' });
    expect(scene.ops).toEqual([]);
    expect(scene.warnings).toMatchObject([
      { code: 'code-not-encodable', level: 'error', message: expect.stringContaining('“品名”') },
    ]);
  });

  it('stay blank where the fields they show have no value, and are refused where they show nothing', () => {
    const may: Template = {
      ...getTemplate([
        createCode128Element('{{货号}}{{规格}}', { name: '箱码' }),
        createQrElement('{{货号}}'),
      ]),
      fields: [
        { name: '货号', label: '货号', sample: 'A1' },
        { name: '规格', label: '规格', sample: '' },
      ],
    };
    const scene = getLayout(may, { 货号: '' });
    expect(scene.ops).toEqual([]);
    expect(scene.codes).toEqual([]);
    expect(scene.warnings).toMatchObject([
      {
        code: 'code-empty',
        level: 'warning',
        message: '“箱码”（货号、规格）没有内容，这张标签上空着',
      },
      { code: 'code-empty', level: 'warning', message: '二维码“货号”没有内容，这张标签上空着' },
    ]);
    expect(getLayout(getTemplate([createCode128Element('')])).warnings).toMatchObject([
      { code: 'code-empty', level: 'error' },
    ]);
  });

  it('are refused where they come to nothing of a value or of a required field', () => {
    const getLevel = (content: string, 货号: string, field: Partial<TemplateField> = {}) => {
      const fields: Template['fields'] = [
        { name: '货号', label: '货号', sample: 'A1234-9', ...field },
        { name: '后段', label: '后段', sample: '', formula: 'MID(货号, 5, 3)' },
        { name: '末段', label: '末段', sample: '', formula: '后段 & 后段' },
      ];
      const scene = getLayout(
        { ...getTemplate([createCode128Element(content)]), fields },
        { 货号 },
      );
      return scene.warnings.map(({ code, level }) => `${code} ${level}`);
    };
    for (const content of ['{{MID(货号, 5, 3)}}', '{{后段}}', '{{末段}}', '{{货号}}{{末段}}']) {
      expect(getLevel(content, ''), content).toEqual(['code-empty warning']);
      if (!content.includes('{{货号}}'))
        expect(getLevel(content, 'A123'), content).toEqual(['code-empty error']);
      expect(getLevel(content, '', { required: true }), content).toContain('code-empty error');
    }
    expect(getLevel('{{MID(货号, 5, 3)}}', 'A123', { required: true })).toEqual([
      'code-empty error',
    ]);
    expect(getLevel('{{""}}', '')).toEqual(['code-empty error']);
  });

  it('are never cut: a content that is too long gives no code', () => {
    for (const value of ['x'.repeat(3000), 'x'.repeat(50_000)]) {
      const scene = getLayout(getTemplate([createQrElement('{{v}}')]), { v: value });
      expect(scene.ops).toEqual([]);
      expect(listCodes(scene)).toEqual(['code-not-encodable']);
    }
  });

  it('warn about other ink in the quiet zone', () => {
    const line = {
      type: 'line',
      id: 'l',
      xMm: 8.5,
      yMm: 2,
      widthMm: 0.5,
      heightMm: 8,
      rotation: 0,
      lineMm: 0.5,
    } as const;
    expect(
      listCodes(getLayout(getTemplate([createCode128Element('1234567890123456789012'), line]))),
    ).toEqual(['code-quiet-zone']);
    expect(
      listCodes(getLayout(getTemplate([createCode128Element('1234567890123456789012')]))),
    ).toEqual([]);
  });
});

describe('text', () => {
  it('fills fields, and says which are missing', () => {
    const scene = getLayout(getTemplate([createTextElement('{{ 品名 }}：{{规格}}')]), {
      品名: '苹果',
    });
    expect(scene.warnings).toMatchObject([
      { code: 'missing-field', level: 'error', message: '缺少字段“规格”的内容' },
    ]);
    expect(listOps(scene, 'glyphs')[0]?.glyphs).toHaveLength(3);
  });

  it('takes an empty value for what it is, and never reads inherited names', () => {
    expect(getLayout(getTemplate([createTextElement('{{品名}}')]), { 品名: '' }).warnings).toEqual(
      [],
    );
    expect(listCodes(getLayout(getTemplate([createTextElement('{{constructor}}')])))).toEqual([
      'missing-field',
    ]);
  });

  it('does not expand placeholders inside values', () => {
    const scene = getLayout(getTemplate([createTextElement('{{a}}')]), { a: '{{b}}', b: 'secret' });
    expect(listOps(scene, 'glyphs')[0]?.glyphs).toHaveLength(5);
  });

  it('shrinks to fit, down to a legible size, and says so', () => {
    const shrunk = getLayout(
      getTemplate([createTextElement('新疆阿克苏冰糖心苹果红富士', { sizeMm: 4 })]),
    );
    expect(listCodes(shrunk)).toEqual(['text-shrunk']);
    const [op] = listOps(shrunk, 'glyphs') as [GlyphsOp];
    expect(op.sizeDots).toBeLessThan(32);
    expect(op.clip).toBeUndefined();
    const tooLong = getLayout(getTemplate([createTextElement('新疆'.repeat(40), { sizeMm: 4 })]));
    expect(listCodes(tooLong)).toEqual(['text-overflow']);
    expect(listOps(tooLong, 'glyphs')[0]?.sizeDots).toBe(17);
  });

  it('says when a word longer than the line is broken', () => {
    const layOutWrapped = (content: string): Scene =>
      getLayout(
        getTemplate([
          createTextElement(content, { fit: 'wrap', widthMm: 15, heightMm: 16, id: 'w' }),
        ]),
      );
    expect(layOutWrapped('编号 YN20260518AKS0001').warnings).toMatchObject([
      { elementId: 'w', code: 'text-broken', level: 'warning' },
    ]);
    expect(layOutWrapped('编号 YN2026').warnings).toEqual([]);
  });

  it('wraps, and says when lines are lost', () => {
    const element = createTextElement('新疆阿克苏地区温宿县果品物流园', {
      fit: 'wrap',
      widthMm: 15,
      heightMm: 11,
    });
    expect(listOps(getLayout(getTemplate([element])), 'glyphs')).toHaveLength(3);
    expect(listCodes(getLayout(getTemplate([element])))).toEqual([]);
    const low = getLayout(getTemplate([{ ...element, heightMm: 4 }]));
    expect(listOps(low, 'glyphs')).toHaveLength(1);
    expect(listCodes(low)).toEqual(['text-overflow']);
  });

  it('clips to the box', () => {
    const scene = getLayout(
      getTemplate([
        createTextElement('国'.repeat(30), { fit: 'clip', xMm: 5, widthMm: 10, heightMm: 5 }),
      ]),
    );
    const bitmap = rasterizeScene(scene);
    const ink = Array.from({ length: 480 * 320 }, (_, i) => i).filter((i) => {
      const [x, y] = [i % 480, Math.floor(i / 480)];
      return ((bitmap.data[y * bitmap.stride + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    });
    expect(ink.length).toBeGreaterThan(100);
    expect(ink.every((i) => i % 480 >= 40 && i % 480 < 120)).toBe(true);
  });

  it('prints a visible box for a character the font lacks', () => {
    const scene = getLayout(getTemplate([createTextElement('好😀')]));
    expect(scene.warnings).toMatchObject([
      { code: 'missing-glyph', message: expect.stringContaining('😀') },
    ]);
    expect(listOps(scene, 'glyphs')[0]?.glyphs.map((g) => g.glyph === 0)).toEqual([false, true]);
  });

  it('drops control characters and says so', () => {
    expect(listCodes(getLayout(getTemplate([createTextElement('a\u0000b\u0007')])))).toEqual([
      'control-character',
    ]);
  });

  it('aligns left, centre and right to the dot', () => {
    const start = (align: 'left' | 'center' | 'right'): number | undefined =>
      listOps(
        getLayout(getTemplate([createTextElement('国国', { align, xMm: 0, widthMm: 40 })])),
        'glyphs',
      )[0]?.glyphs[0]?.x;
    expect([start('left'), start('center'), start('right')]).toEqual([0, 136, 272]);
  });

  it('warns about ink beyond the label', () => {
    expect(
      listCodes(
        getLayout(
          getTemplate([createTextElement('国国国', { xMm: 55, fit: 'clip', widthMm: 20 })]),
        ),
      ),
    ).toEqual(['outside-label']);
  });
});

describe('any input', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.constantFrom(
      'שלום عالم',
      '👨‍👩‍👧‍👦🇨🇳',
      'a\u0301\u0302\u0303',
      '\u202eabc',
      '\ud800',
      'x'.repeat(20_000),
      '国'.repeat(20_000),
      '\n'.repeat(5000),
    ),
  );

  it('gives a label of the right size and never throws', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom('shrink', 'wrap', 'clip'),
        fc.constantFrom(...TURNS),
        (value, fit, rotation) => {
          const template: Template = getTemplate([
            createTextElement('{{v}}', { fit, rotation }),
            createCode128Element('{{v}}', { yMm: 14, rotation }),
            createQrElement('{{v}}', { yMm: 5, rotation }),
          ]);
          const scene = getLayout(template, { v: value }, { dpi: 203, rotation });
          const bitmap = rasterizeScene(scene);
          expect(bitmap.data.length).toBe(bitmap.stride * bitmap.height);
        },
      ),
      { numRuns: rounds(60) },
    );
  });

  it('refuses more text than any label holds', () => {
    const many = Array.from({ length: 10 }, (_, i) =>
      createTextElement('国'.repeat(4000), { id: `t${i}`, fit: 'clip' }),
    );
    expect(() => getLayout(getTemplate(many))).toThrow('内容太多');
    const giant = { sizeMm: 300, fit: 'clip', widthMm: 200, heightMm: 300 } as const;
    const giants = Array.from({ length: 40 }, (_, i) =>
      createTextElement('国国', { id: `t${i}`, ...giant }),
    );
    const large = getTemplate(giants, { widthMm: 200, heightMm: 300 });
    expect(() => getLayout(large, {}, { dpi: 600 })).toThrow(LabelError);
  });

  it('draws huge characters', () => {
    const template = getTemplate(
      [
        createTextElement('国', {
          sizeMm: 300,
          fit: 'clip',
          widthMm: 200,
          heightMm: 300,
          xMm: 0,
          yMm: 0,
        }),
      ],
      { widthMm: 200, heightMm: 300 },
    );
    expect(rasterizeScene(getLayout(template, {}, { dpi: 600 })).width).toBe(4724);
  });
});

describe('what only the designer shows', () => {
  it('leaves hidden elements out, with what is wrong with them and the fields they ask for', () => {
    const hidden = createTextElement('{{价}}', { id: 'h', hidden: true, xMm: 500 });
    const visible = createTextElement('苹果', { id: 's' });
    const scene = getLayout(getTemplate([visible, hidden]));
    expect(scene.warnings).toEqual([]);
    expect(scene.ops).toEqual(getLayout(getTemplate([visible])).ops);
  });

  it('draws the same with names, groups, locks and guides', () => {
    const plain = getTemplate([createTextElement('苹果', { id: 's' })]);
    const dressed: Template = {
      ...plain,
      elements: [createTextElement('苹果', { id: 's', name: '品名', locked: true, group: 'g' })],
      guides: { xMm: [3], yMm: [] },
    };
    expect(getLayout(dressed)).toEqual(getLayout(plain));
  });

  it('calls an element by its name, and says which fields it shows', () => {
    const outside = createTextElement('苹果', { id: 's', name: '品名', xMm: 58 });
    const [warning] = getLayout(getTemplate([outside])).warnings;
    expect(warning?.message).toContain('“品名”');
    const shows = createTextElement('{{产地}}·{{等级}}', { id: 's', name: '右上角', xMm: 58 });
    const [told] = getLayout(getTemplate([shows]), { 产地: '云南', 等级: '一级' }).warnings;
    expect(told?.message).toContain('“右上角”（产地、等级）');
  });
});
