import {
  IMAGE_TEXT_LENGTH,
  MAX_IMAGES,
  MAX_TABLE_CELLS,
  MAX_TABLE_LINES,
} from '@yunbiao/contract/limits/template';
import type { ElementHelp } from '../help.ts';
import { createBallImage, createBox, createElementLabelTemplate, createText } from './samples.ts';

const createTextCell = (row: number, column: number, content: string, options: object = {}) => ({
  row,
  column,
  type: 'text' as const,
  content,
  sizeMm: 2.5,
  weight: 400 as const,
  align: 'center' as const,
  fit: 'shrink' as const,
  ...options,
});

/** Graphic elements. */
export const SHAPES = {
  line: {
    title: '线条',
    also: ['分隔线', '斜线'],
    use: '把标签分成几块，给手写留一道线，画一个斜杠。',
    about: ['沿着框的长边，任何角度。横的竖的一个点都不虚；斜的由整点拼成。'],
    holds: '粗细、角度',
    facts: [{ label: '角度', value: '任意，绕框的中心转' }],
    least: 'line',
    mistakes: [
      {
        seen: '细线有的打印出来粗一倍',
        mend: '写的毫米数不是整点，四舍五入了。照下面一点是多少毫米来写。',
      },
    ],
    sample: {
      alt: '由细到粗的三条横线、一条竖线和一条斜线',
      template: createElementLabelTemplate(40, 22, [
        { type: 'line', ...createBox('thin', [3, 4, 22, 0.5]), lineMm: 0.125 },
        { type: 'line', ...createBox('medium', [3, 9, 22, 0.5]), lineMm: 0.375 },
        { type: 'line', ...createBox('thick', [3, 14, 22, 1]), lineMm: 1 },
        { type: 'line', ...createBox('upright', [28, 3, 0.5, 16]), lineMm: 0.5 },
        { type: 'line', ...createBox('slanted', [30, 10.5, 8, 0.5]), lineMm: 0.375, angleDeg: -60 },
      ]),
    },
  },
  rect: {
    title: '矩形',
    also: ['方框', '圆角矩形', '色块', '复选框'],
    use: '框住一块内容、给勾选留个框，或者整块涂黑。',
    about: ['线画在框里面，挨着的两个框不会叠在一起。线宽写 0 就是实心；四角可以是圆的。'],
    holds: '线宽、圆角',
    facts: [{ label: '圆角', value: '半径最多是短边的一半' }],
    least: 'line',
    mistakes: [
      { seen: '大片涂黑的地方发灰、带白道', mend: '浓度加一点、速度放慢；热敏头也该擦了。' },
    ],
    sample: {
      alt: '直角框、圆角框、实心的圆角块，和一行带勾选框的字',
      template: createElementLabelTemplate(40, 24, [
        { type: 'rect', ...createBox('square', [3, 3, 10, 9]), lineMm: 0.375 },
        { type: 'rect', ...createBox('round', [15, 3, 10, 9]), lineMm: 0.5, radiusMm: 2 },
        { type: 'rect', ...createBox('solid', [27, 3, 10, 9]), lineMm: 0, radiusMm: 1.5 },
        { type: 'rect', ...createBox('check', [3, 16, 3, 3]), lineMm: 0.25 },
        createText('已检', [7.5, 16, 9, 3]),
        { type: 'rect', ...createBox('other', [20, 16, 3, 3]), lineMm: 0.25 },
        createText('待检', [24.5, 16, 9, 3]),
      ]),
    },
  },
  ellipse: {
    title: '椭圆',
    also: ['圆', '圆圈'],
    use: '圈出一个字、画一个圆点。',
    about: ['碰着框的四边；框是正方形就是圆。线宽写 0 就是实心。'],
    holds: '线宽',
    facts: [],
    least: 'line',
    mistakes: [{ seen: '圆打印成了椭圆', mend: '走纸比例不准。在打印机配置里调，不要修改模板。' }],
    sample: {
      alt: '圈着一个“净”字的圆、一个扁的椭圆和一个实心的圆点',
      template: createElementLabelTemplate(40, 18, [
        { type: 'ellipse', ...createBox('ring', [3, 3, 12, 12]), lineMm: 0.5 },
        createText('净', [3, 5, 12, 8], { sizeMm: 6, weight: 700, align: 'center' }),
        { type: 'ellipse', ...createBox('flat', [18, 5, 12, 8]), lineMm: 0.25 },
        { type: 'ellipse', ...createBox('dot', [33, 7, 4, 4]), lineMm: 0 },
      ]),
    },
  },
  image: {
    title: '图片',
    also: ['logo', '商标', '照片', '抖动', '黑白'],
    use: '商标、认证标志、小照片。',
    about: [
      '打印头只会黑和白，灰色要变成点：文字和商标用“一刀切”，照片用“误差扩散”，渐变的底用“网点”。',
      '图片存在模板里，一年后打印出来还是那张。放进模板以前就缩到要打印的大小，不用大图。',
      '也可以用图片库里的：一张图片哪个模板都能用，还能按数据里写的名称，一行打印一张不同的。',
    ],
    holds: 'PNG：黑白、灰度或彩色，打印出来都是黑白',
    facts: [
      {
        label: '一个模板',
        value: `最多 ${MAX_IMAGES} 张，每张约 ${Math.floor((IMAGE_TEXT_LENGTH * 3) / 4 / 1000)} kB`,
      },
      { label: '适应方式', value: '整张放下、铺满框，或拉成框的形状；任何角度，可以反白' },
    ],
    least: 'dot',
    mistakes: [
      { seen: '商标边上有一圈麻点', mend: '用了误差扩散。商标、文字选一刀切。' },
      { seen: '照片一片黑', mend: '原图太暗。先调亮，热敏打印出来总比屏幕深。' },
    ],
    sample: {
      alt: '同一个有明暗的球：一刀切、误差扩散、网点三种打印法',
      template: createElementLabelTemplate(44, 22, [
        ...(['threshold', 'floyd-steinberg', 'ordered'] as const).map((dither, i) => ({
          type: 'image' as const,
          ...createBox(dither, [2 + i * 14, 2, 12, 12]),
          image: 'ball',
          fit: 'contain' as const,
          dither,
        })),
        ...['一刀切', '误差扩散', '网点'].map((name, i) =>
          createText(name, [1 + i * 14, 16, 14, 3], { sizeMm: 2.5, align: 'center' }),
        ),
      ]),
      images: createBallImage(),
    },
  },
  table: {
    title: '表格',
    also: ['格子', '单元格', '合并单元格', '营养成分表'],
    use: '点检表、营养成分、一式几项的清单：格子里放字，也放码。',
    about: [
      '行高列宽按比例分，线一个点都不错位；格子可以合并，里面的字和码跟单独放时一样。',
      '哪一格放不下，会说是第几行第几列。',
    ],
    holds: '文字和各种码',
    facts: [
      {
        label: '大小',
        value: `最多 ${MAX_TABLE_LINES} 行、${MAX_TABLE_LINES} 列，${MAX_TABLE_CELLS} 个有内容的格子`,
      },
      { label: '线', value: '一样粗；线宽写 0 就没有线' },
    ],
    least: 'line',
    mistakes: [{ seen: '格子里的字缩得很小', mend: '列太窄，或者留边太大。把那一列调宽。' }],
    sample: {
      alt: '三列四行的点检表：第一行是表头，右下角的格子里有二维码',
      template: createElementLabelTemplate(44, 30, [
        {
          type: 'table',
          ...createBox('table', [2, 2, 40, 26]),
          columnsMm: [16, 12, 12],
          rowsMm: [6, 6, 6, 8],
          lineMm: 0.25,
          paddingMm: 0.5,
          cells: [
            createTextCell(1, 1, '项目', { weight: 700 }),
            createTextCell(1, 2, '上午', { weight: 700 }),
            createTextCell(1, 3, '下午', { weight: 700 }),
            createTextCell(2, 1, '油位'),
            createTextCell(2, 2, '正常'),
            createTextCell(3, 1, '压力 MPa'),
            createTextCell(3, 2, '0.6'),
            createTextCell(4, 1, '设备 EQ-0312'),
            { row: 3, column: 3, rowSpan: 2, type: 'qr', content: 'EQ-0312', level: 'M' },
          ],
        },
      ]),
    },
  },
} as const satisfies Partial<Record<string, ElementHelp>>;
