/**
 * The largest allowed label, 244 × 244 mm at 600 dpi (5,764 × 5,764 dots, 33.2 million): CPU time
 * of its layout, bitmap and ZPL with the maximum number of elements. Two renderings per process:
 * the first is the cost in a freshly started print client, the second the cost of each further
 * label.
 *
 *   node bench/label-largest.ts
 */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { bitmapToPng, bitmapToZpl, layoutLabel, loadFonts, rasterizeScene } from '@yunbiao/label';
import type { Template, TemplateElement } from '@yunbiao/label';

const SIDE_MM = 244;
const ELEMENTS = 200;
const ACROSS = 10;

const fonts = loadFonts({
  read: (file) => readFileSync(new URL(`../packages/label/fonts/${file}`, import.meta.url)),
});

const TEXT = '云南小粒咖啡豆深度烘焙山东寿光西红柿内蒙古风干牛肉阳澄湖大闸蟹新疆和田红枣安溪铁观音';

/** Position of element `i` in a grid that fills the label. */
function createCell(
  i: number,
): Pick<TemplateElement, 'id' | 'xMm' | 'yMm' | 'widthMm' | 'heightMm'> {
  const [across, down] = [SIDE_MM / ACROSS, (SIDE_MM * ACROSS) / ELEMENTS];
  const [xMm, yMm] = [(i % ACROSS) * across, Math.floor(i / ACROSS) * down];
  return { id: `e${i}`, xMm, yMm, widthMm: across - 1, heightMm: down - 1 };
}

const createElements = (of: (i: number) => object): TemplateElement[] =>
  Array.from(
    { length: ELEMENTS },
    (_, i) => ({ rotation: 0, ...createCell(i), ...of(i) }) as never,
  );

const text = createElements((i) => ({
  type: 'text',
  content: TEXT.slice(i % 20).repeat(3),
  sizeMm: 4,
  fit: 'wrap',
  align: 'left',
  weight: i % 2 === 0 ? 400 : 700,
}));
const codes = createElements((i) => ({ type: 'qr', level: 'M', content: `${TEXT}${i}` }));

/** A diagonal grey gradient with some noise: a picture that dithers differently everywhere. */
function createPicture(): string {
  const side = 1024;
  const stride = side / 8;
  let state = 1;
  const data = Uint8Array.from({ length: stride * side }, (_, i) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state >> (8 + Math.floor((i % stride) / 32));
  });
  const bitmap = { width: side, height: side, stride, data };
  return Buffer.from(bitmapToPng(bitmap, (bytes, level) => deflateSync(bytes, { level }))).toString(
    'base64',
  );
}

const whole = { xMm: 0, yMm: 0, widthMm: SIDE_MM, heightMm: SIDE_MM, rotation: 0 } as const;
const createImage = (angleDeg: number): Partial<Template> => ({
  images: [{ id: 'p', png: createPicture() }],
  elements: [
    {
      ...whole,
      id: 'e',
      type: 'image',
      image: 'p',
      fit: 'stretch',
      dither: 'floyd-steinberg',
      angleDeg,
    } as TemplateElement,
  ],
});

const CASES: Record<string, Partial<Template>> = {
  'nothing on it': { elements: [] },
  '200 boxes of text': { elements: text },
  '200 QR codes': { elements: codes },
  'a picture over all of it, dithered': createImage(0),
  'the same, turned by 30°': createImage(30),
};

function measureCpu(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

console.log('CPU ms: layout + bitmap + ZPL = all');
for (const [name, rest] of Object.entries(CASES)) {
  for (const time of ['first', 'again']) {
    const template: Template = {
      version: 1,
      widthMm: SIDE_MM,
      heightMm: SIDE_MM,
      fields: [],
      elements: [],
      ...rest,
    };
    let scene: ReturnType<typeof layoutLabel> | undefined;
    let bitmap: ReturnType<typeof rasterizeScene> | undefined;
    const parts = [
      measureCpu(() => (scene = layoutLabel({ template, data: {}, media: { dpi: 600 }, fonts }))),
      measureCpu(() => scene && (bitmap = rasterizeScene(scene))),
      measureCpu(() => bitmap && bitmapToZpl(bitmap)),
    ];
    const wrong = scene?.warnings.find(({ level }) => level === 'error');
    if (wrong) throw new Error(`${name}: ${wrong.message}`);
    const all = parts.reduce((sum, ms) => sum + ms, 0);
    console.log(
      `  ${name.padEnd(36)} ${time}: ${parts.map((ms) => ms.toFixed(0)).join(' + ')} = ${all.toFixed(0)}`,
    );
  }
}
