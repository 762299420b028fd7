import type { CodeHelp } from '../help.ts';

const BARS = '没有。有一条打印坏了就可能扫不出，条要高，传送带上才扫得到';

/** GS1 codes for cartons and pallets. */
export const LOGISTICS = {
  itf14: {
    also: ['箱码', '外箱条码', '交插 25 码', 'GTIN-14', 'Interleaved 2 of 5'],
    use: '整箱的外包装，也能直接印刷在瓦楞纸上。',
    about: [
      '第一位说这是哪一级包装（1 到 8），后面是里面商品的号，去掉它自己的校验位，再重新算一位。',
      '上下两道横杠不是装饰：扫描枪斜着扫只扫到一半时，横杠让它读不出，而不是读错。',
    ],
    holds: '14 位数字',
    length: '13 位，或连校验位 14 位',
    check: '最后一位，云标会算；填了就核对，不对就不打印',
    correction: BARS,
    standards: ['ISO/IEC 16390', 'GB/T 16830'],
    trade: {
      title: '仓库传送带',
      moduleMm: 0.495,
      barMm: 31.75,
      say: '箱子从固定扫描器前面过，GS1 要窄条 0.495–1.016 mm、条高 31.75 mm。',
    },
    mistakes: [
      {
        seen: '把商品的 13 位号前面补 0 当箱码',
        mend: '那还是单件。整箱用 1 到 8 开头的 14 位，每种装箱数一个号。',
      },
      { seen: '为了好看去掉横杠', mend: '斜着扫会少读几位。横杠一定留着。' },
    ],
    sample: {
      widthMm: 44,
      heightMm: 27,
      head: '海盐苏打饼',
      lines: ['24 × 120 g'],
      code: { type: 'itf14', content: '16901234567899', showText: true, textSizeMm: 2.5 },
    },
    similar: ['gs1-128', 'ean13'],
  },
  'gs1-128': {
    also: ['EAN-128', 'UCC-128', 'SSCC', '物流标签', '箱号'],
    use: '给上下游看的物流标签：箱号（SSCC）、批号、生产日期、有效期。',
    about: [
      '内容用括号里的应用标识符分段：(00) 箱号、(01) 商品、(10) 批号、(17) 有效期。扫的人的系统靠它知道哪一段是什么。',
      '括号只打印成字，条里没有；该有的分隔符由云标放。写错的标识符、长度、日期和校验位，云标不打印，会说是哪一段。',
      '也不必自己写括号：设计器的“套件 → GS1 条码”里选应用标识符，日期和校验位由公式换好。',
    ],
    holds: '带括号的应用标识符和内容',
    length: '标识符和分隔符都算，括号不算',
    maxContents: [
      {
        count: 48,
        unit: '个字符',
        // Lengths: 4 of (20), 22 of (10), a separator, 2 of (21).
        buildContent: (count) => `(20)12(10)${'A'.repeat(20)}(21)${'B'.repeat(count - 29)}`,
      },
    ],
    check: '条自带一个；商品号、箱号自己的校验位要对，云标会核对',
    correction: BARS,
    standards: ['ISO/IEC 15417', 'GB/T 15425'],
    trade: {
      title: '仓库传送带',
      moduleMm: 0.495,
      barMm: 31.75,
      say: '托盘、整箱的物流标签，GS1 要窄条不小于 0.495 mm、条高 31.75 mm。',
    },
    mistakes: [
      {
        seen: '用 Code 128 打印了一串带括号的字',
        mend: '样子像，系统认不出分段。类型要选 GS1-128。',
      },
      { seen: '箱号自己数，两台电脑打印重了', mend: '箱号用流水号栏，号由服务器发，不会重。' },
    ],
    sample: {
      widthMm: 44,
      heightMm: 24,
      head: '箱号 SSCC',
      lines: ['1 / 12 箱'],
      code: {
        type: 'gs1-128',
        content: '(00)369012345678901239',
        showText: true,
        textSizeMm: 2.25,
      },
    },
    similar: ['itf14', 'gs1-datamatrix', 'code128'],
  },
} as const satisfies Partial<Record<string, CodeHelp>>;
