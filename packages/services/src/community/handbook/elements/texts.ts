import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import type { ElementHelp } from '../help.ts';
import { createBox, createElementLabelTemplate, createText } from './samples.ts';

/** Text elements and their sources. */
export const TEXTS = {
  text: {
    title: '文字',
    also: ['字体', '字号', '价格', '折行', '缩小'],
    use: '品名、规格、价格、说明：中文、英文混着写都行。',
    about: [
      '字号按毫米或磅（pt）写，粗细两种；可以左中右对齐、加下划线、黑底反白，小数点后面的钱可以小一号。',
      '放不下时有三种办法，由你选：自动缩小、折成几行、只打印放得下的。缩到最小还放不下，云标会说，不会悄悄少打印。',
    ],
    holds: '汉字、字母、数字、符号',
    facts: [
      { label: '字', value: '国标 GBK 的全部汉字、通用规范汉字表 8105 字、常见的人名生僻字' },
      { label: '没有的字', value: '整张不打印并说是哪个字；或者由你选，打印一个〓占位' },
      {
        label: '折行',
        value: '按中文规矩：标点不在行首，英文单词和数字不拆开；拆不开的长词会提醒',
      },
    ],
    least: 'text',
    mistakes: [
      {
        seen: '字打印出来糊成一团',
        mend: '字太小或太粗。打印小字用常规粗细，不要低于下面的毫米数。',
      },
      { seen: '预览的字比想的小', mend: '框太窄，字缩小了。把框拉宽，或者选折行。' },
    ],
    sample: {
      alt: '大小两种字、黑底反白的字、小数小一号的价格、加下划线的字、折成两行的说明',
      template: createElementLabelTemplate(44, 30, [
        createText('云南小粒咖啡', [2, 2, 29, 5], { sizeMm: 4.5, weight: 700 }),
        createText('会员价', [33, 2.3, 9, 4.4], { inverse: true, align: 'center', sizeMm: 2.8 }),
        createText('中度烘焙 · 250 g', [2, 8.2, 24, 3]),
        createText('¥49.90', [22, 11, 20, 8], {
          sizeMm: 8,
          weight: 700,
          align: 'right',
          restScale: 0.5,
        }),
        createText('现磨现卖', [2, 13.6, 18, 4], { underline: true, sizeMm: 3.25 }),
        createText('开封后请密封，放在阴凉干燥的地方，三十天内喝完。', [2, 20.6, 40, 8], {
          fit: 'wrap',
          sizeMm: 2.6,
        }),
      ]),
    },
  },
  'vertical-text': {
    title: '竖排文字',
    also: ['竖写', '直排', '竖着的字'],
    use: '茶叶、酒、书脊、药材柜：字从上往下、行从右往左。',
    about: [
      '还是“文字”元素，把方向改成竖排。汉字立着，逗号、括号换成竖排的样子。',
      '英文和数字可以躺着跟着走，也可以一个一个立着。',
    ],
    holds: '和文字一样',
    facts: [{ label: '对齐', value: '每行可以靠上、居中、靠下；整块可以靠左、居中、靠右' }],
    least: 'text',
    mistakes: [{ seen: '把文字转 90° 当竖排', mend: '那样字是躺着的。方向选竖排，字才是立着的。' }],
    sample: {
      alt: '三行竖排的字，从右往左：明前龙井、浙江西湖、二〇二六年春',
      template: createElementLabelTemplate(30, 36, [
        createText('明前龙井', [18, 3, 9, 30], {
          writingMode: 'vertical-rl',
          sizeMm: 6.5,
          weight: 700,
          align: 'center',
        }),
        createText('浙江西湖\n二〇二六年春', [4, 3, 12, 30], {
          writingMode: 'vertical-rl',
          sizeMm: 3.5,
          align: 'center',
          lineHeight: 1.5,
        }),
      ]),
    },
  },
  field: {
    title: '填的栏',
    also: ['变量', '字段', 'Excel 列', '批量打印', '占位'],
    use: '品名、货号、价格每张不一样：模板里写 {{品名}}，打印的时候填，或从表格贴。',
    about: [
      '文字和码里都能写，一处可以写几个，前后可以加字。表头和栏名一样，从表格贴进来就自动对上。',
      '不是必填的栏可以空着，空着就打印空白；必填的空着，那一行不打印，会说是第几行。',
    ],
    holds: '花括号里的栏名',
    facts: [
      { label: '一个模板', value: `最多 ${MAX_FIELDS} 栏` },
      { label: '前面的 0', value: '照填的打印，货号 00123 还是 00123' },
    ],
    mistakes: [
      { seen: '提示“缺少字段”', mend: '花括号里的名字和栏名差一个字。两边写成一样。' },
      { seen: '表格里的长号码变成 6.9E+12', mend: '在表格里把那一列设成文本，再贴。' },
    ],
    sample: {
      alt: '品名、规格、货位是栏填出来的，前面的小字是固定的',
      template: createElementLabelTemplate(
        44,
        24,
        [
          createText('{{品名}}', [2, 2, 40, 5], { sizeMm: 4.5, weight: 700 }),
          { type: 'line', ...createBox('rule', [2, 8, 40, 0.25]), lineMm: 0.25 },
          createText('规格', [2, 10, 8, 2.6], { sizeMm: 2.5 }),
          createText('{{规格}}', [11, 9.8, 31, 3], { weight: 700 }),
          createText('货位', [2, 14.5, 8, 2.6], { sizeMm: 2.5 }),
          createText('{{货位}}', [11, 13.6, 31, 5], { sizeMm: 5, weight: 700 }),
          createText('第 {{层}} 层', [2, 19.6, 40, 3], { sizeMm: 2.6 }),
        ],
        [
          { name: '品名', label: '品名', sample: '304 内六角螺丝' },
          { name: '规格', label: '规格', sample: 'M6 × 20，100 只' },
          { name: '货位', label: '货位', sample: 'A-03-12' },
          { name: '层', label: '层', sample: '2' },
        ],
      ),
    },
  },
} as const satisfies Partial<Record<string, ElementHelp>>;
