import type { CodeHelp } from '../help.ts';

const BARS = '没有，靠校验发现读错';
const CHECKOUT = { title: '收银台', moduleMm: 0.264 } as const;
const STANDARD = ['ISO/IEC 24724'] as const;
const GTIN = {
  holds: '一个商品号（GTIN）',
  length: '13 位，或连校验位 14 位；也可以写成 (01) 和 14 位',
  check: '商品号的最后一位，云标会算；填了就核对，不对就不打印',
  correction: BARS,
  standards: STANDARD,
} as const;

/** GS1 DataBar: a GTIN in little space, or a GTIN with weight, price and dates. */
export const DATABAR = {
  databar: {
    ...GTIN,
    also: ['DataBar', 'RSS-14', '数据条码', '全方位式'],
    use: '比 EAN-13 短的商品号：水果贴、小包装。',
    about: [
      '放 14 位的商品号，宽度不到 EAN-13 的九成，两边几乎不用留空白。',
      '收银台要从哪个方向都扫得到，条高就不能低于 33 个模块；更矮的叫截短式，只能用手持扫描枪。',
    ],
    trade: { ...CHECKOUT, barModules: 33, say: '收银台要窄条 0.264–0.66 mm，条高 33 个模块。' },
    mistakes: [
      { seen: '收银台扫不出', mend: '条太矮了，或者那台收银机没有开 DataBar。先问对方。' },
    ],
    sample: {
      widthMm: 40,
      heightMm: 20,
      head: '红富士',
      lines: ['单果'],
      code: { type: 'databar', content: '(01)06901234567892', showText: true, textSizeMm: 2.25 },
    },
    similar: ['databar-stacked-omni', 'databar-stacked', 'databar-expanded', 'ean13'],
  },
  'databar-limited': {
    ...GTIN,
    also: ['DataBar Limited', 'RSS Limited', '限定式'],
    use: '特别小、只用手持扫描枪扫的东西：药瓶、首饰、化妆品小样。',
    about: ['比全方位式又短又矮，但不能给收银台用；商品号只能以 0 或 1 开头。'],
    mistakes: [
      {
        seen: '提示“要以 0 或 1 开头”',
        mend: '别的开头放不下，用 GS1 DataBar 或 GS1 DataMatrix。',
      },
    ],
    sample: {
      widthMm: 36,
      heightMm: 18,
      head: '试用装',
      lines: ['2 ml'],
      code: {
        type: 'databar-limited',
        content: '(01)06901234567892',
        showText: true,
        textSizeMm: 2.25,
      },
    },
    similar: ['databar', 'gs1-datamatrix'],
  },
  'databar-stacked': {
    ...GTIN,
    title: 'GS1 DataBar 层排式',
    also: ['DataBar Stacked', 'RSS-14 Stacked'],
    use: '又窄又矮的地方：把 DataBar 叠成两行。',
    about: ['是两行里最小的，只能用手持扫描枪；收银台用全方位层排式。'],
    mistakes: [{ seen: '收银台扫不出', mend: '行太矮。换全方位层排式。' }],
    sample: {
      widthMm: 36,
      heightMm: 16,
      head: '小番茄',
      lines: ['200 g'],
      code: {
        type: 'databar-stacked',
        content: '(01)06901234567892',
        showText: true,
        textSizeMm: 2.25,
      },
    },
    similar: ['databar-stacked-omni', 'databar-limited'],
  },
  'databar-stacked-omni': {
    ...GTIN,
    title: 'GS1 DataBar 全方位层排式',
    also: ['DataBar Stacked Omnidirectional', '水果贴', '生鲜小标'],
    use: '散装水果、蔬菜上的小圆贴，收银台扫得出。',
    about: ['两行叠起来，接近正方形，收银台从哪个方向都扫得到。'],
    trade: { ...CHECKOUT, say: '收银台要窄条 0.264–0.66 mm；行高标准已经定了，不用再算。' },
    mistakes: [{ seen: '为了放下把它压扁', mend: '行高是标准定的，压扁就只能用手持扫描枪了。' }],
    sample: {
      widthMm: 36,
      heightMm: 30,
      head: '赣南脐橙',
      code: {
        type: 'databar-stacked-omni',
        content: '(01)06901234567892',
        showText: true,
        textSizeMm: 2.25,
      },
    },
    similar: ['databar', 'ean8'],
  },
  'databar-expanded': {
    also: ['DataBar Expanded', 'RSS Expanded', '扩展式', '称重条码'],
    use: '称重的生鲜：商品号、重量、价格、日期放在一个码里。',
    about: [
      '和 GS1-128 一样用应用标识符分段，但短得多；商品号加重量的组合有专门的短写法，云标会自动用。',
      '两边几乎不用留空白；条高不低于 34 个模块，矮了云标会把窄条打印细。',
    ],
    holds: '带括号的应用标识符和内容',
    length: '22 格：大约 74 位数字或 41 个字母，内容越规整放得越多',
    check: '自带，云标会算；商品号自己的校验位也核对',
    correction: BARS,
    standards: STANDARD,
    trade: { ...CHECKOUT, say: '收银台要窄条 0.264–0.66 mm。' },
    mistakes: [
      {
        seen: '重量写成 0.535',
        mend: '(3103) 表示三位小数，后面写 6 位数字：0.535 kg 写 000535。',
      },
    ],
    sample: {
      widthMm: 40,
      heightMm: 22,
      head: '黑猪前腿肉',
      lines: ['0.535 kg'],
      code: {
        type: 'databar-expanded',
        content: '(01)96901234567895(3103)000535',
        showText: true,
        textSizeMm: 2.25,
      },
    },
    similar: ['databar-expanded-stacked', 'gs1-128', 'gs1-datamatrix'],
  },
  'databar-expanded-stacked': {
    title: 'GS1 DataBar 扩展层排式',
    also: ['DataBar Expanded Stacked', '称重条码'],
    use: '内容和扩展式一样，标签窄，叠成几行。',
    about: ['排几行由云标定：哪一种在你画的框里能把窄条打印得最粗，就用哪一种。'],
    holds: '带括号的应用标识符和内容',
    length: '和扩展式一样，22 格',
    check: '自带，云标会算；商品号自己的校验位也核对',
    correction: BARS,
    standards: STANDARD,
    trade: { ...CHECKOUT, say: '收银台要窄条 0.264–0.66 mm。' },
    mistakes: [
      { seen: '换了内容，行数变了', mend: '内容长短不同，最合适的行数就不同。把框画大一点。' },
    ],
    sample: {
      widthMm: 40,
      heightMm: 36,
      head: '冷鲜鸡胸',
      lines: ['12-31 前'],
      code: {
        type: 'databar-expanded-stacked',
        content: '(01)06901234567892(17)271231(10)A315',
        showText: true,
        textSizeMm: 2,
      },
    },
    similar: ['databar-expanded', 'gs1-datamatrix'],
  },
} as const satisfies Partial<Record<string, CodeHelp>>;
