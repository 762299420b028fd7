import type { CodeHelp } from '../help.ts';

/**
 * Requirement at checkouts: the smallest magnification, 80 %, of GS1's General Specifications, with
 * its bar height.
 */
const CHECKOUT = {
  title: '收银台',
  moduleMm: 0.264,
  say: '超市收银台按 GS1 的规矩收货：窄条 0.264–0.66 mm，最小是八折（80 %）',
} as const;

const BARS = '没有。有一条打印坏了就可能扫不出，所以条要高，整条任一处都能扫';
const CHECK_DIGIT = '最后一位，云标会算；填了就核对，不对就不打印';
const EAN_UPC = ['ISO/IEC 15420', 'GB/T 12904'] as const;

/** Codes of retail goods, read at checkouts. */
export const RETAIL = {
  ean13: {
    also: ['商品条码', '69 码', '国际商品条码', 'ISBN 书号', 'GTIN-13', '13 位条码'],
    use: '要在超市、便利店收银台扫的商品。',
    about: [
      '前面 12 位是厂商识别代码加商品代码，号要向中国物品编码中心申请；690 到 699 开头的是中国厂商的。书的条码也是它，978 或 979 开头，后面还可以带 2 位或 5 位附加码。',
      '只在自己店里扫，不用申请：拿 20 到 29 开头的号，那一段专门留给店内。',
    ],
    holds: '13 位数字',
    length: '12 位，或连校验位 13 位；附加码 2 位或 5 位，用空格隔开',
    check: CHECK_DIGIT,
    correction: BARS,
    standards: EAN_UPC,
    trade: {
      ...CHECKOUT,
      barMm: 18.28,
      say: `${CHECKOUT.say}，条高 18.28 mm。`,
    },
    mistakes: [
      {
        seen: '自己编了个 69 开头的号',
        mend: '迟早撞上别人的商品。进超市的去申请，店里自己用的改成 20–29 开头。',
      },
      {
        seen: '自家的扫描枪扫得出，进超市被退回',
        mend: '多半是窄条太细或条太矮。照“收银台”那一档放大再打印。',
      },
    ],
    sample: {
      widthMm: 40,
      heightMm: 25,
      head: '海盐苏打饼',
      lines: ['120 g'],
      code: { type: 'ean13', content: '6901234567892', showText: true, textSizeMm: 2.5 },
    },
    similar: ['ean8', 'upca', 'databar-stacked-omni'],
  },
  ean8: {
    also: ['缩短版商品条码', 'GTIN-8', '8 位条码'],
    use: '商品太小，打印不下 EAN-13 的：口红、糖果、小瓶。',
    about: [
      '号比 EAN-13 少，要单独申请，说明包装为什么打印不下。',
      '店内自己用的，以 2 开头，同样不用申请。',
    ],
    holds: '8 位数字',
    length: '7 位，或连校验位 8 位；附加码同 EAN-13',
    check: CHECK_DIGIT,
    correction: BARS,
    standards: EAN_UPC,
    trade: { ...CHECKOUT, barMm: 14.58, say: `${CHECKOUT.say}，条高 14.58 mm。` },
    mistakes: [
      {
        seen: '把 13 位的号砍成 8 位',
        mend: '砍出来的是别的号。8 位要另外申请，或者缩小字、留给 EAN-13 位置。',
      },
    ],
    sample: {
      widthMm: 30,
      heightMm: 22,
      head: '薄荷糖',
      lines: ['18 g'],
      code: { type: 'ean8', content: '69012341', showText: true, textSizeMm: 2.5 },
    },
    similar: ['ean13', 'databar-limited', 'upce'],
  },
  upca: {
    also: ['美国商品条码', 'GTIN-12', '12 位条码'],
    use: '卖到美国、加拿大，对方点名要 UPC 的商品。',
    about: [
      '条和 EAN-13 前面补一个 0 时一模一样，只是数字排得不同，所以扫描枪常常报出 13 位。',
      '北美的收银台现在也扫 EAN-13，对方没有点名就不用换。',
    ],
    holds: '12 位数字',
    length: '11 位，或连校验位 12 位；附加码 2 位或 5 位，用空格隔开',
    check: CHECK_DIGIT,
    correction: BARS,
    standards: ['ISO/IEC 15420'],
    trade: { ...CHECKOUT, barMm: 18.28, say: `${CHECKOUT.say}，条高 18.28 mm。` },
    mistakes: [
      {
        seen: '系统里查不到扫出来的号',
        mend: '扫出来多了一个 0。把扫描枪设成不补 0，或在系统里按 13 位存。',
      },
    ],
    sample: {
      widthMm: 40,
      heightMm: 25,
      head: 'Green Tea',
      lines: ['8 oz'],
      code: { type: 'upca', content: '012345678905', showText: true, textSizeMm: 2.5 },
    },
    similar: ['ean13', 'upce'],
  },
  upce: {
    also: ['短 UPC', '压缩 UPC'],
    use: '北美的小包装：把 UPC-A 号里连着的 0 压掉。',
    about: [
      '它不是另一个号，是同一个 UPC-A 的短写法；扫描枪多半会还原成 12 位再报。',
      '只有带一串 0 的 UPC-A 能压。不能压的，云标会说，改用 UPC-A。',
    ],
    holds: '6 位数字，前后各带一位',
    length: '6 到 8 位，或者能缩短的 11、12 位 UPC-A',
    check: '由还原后的 12 位算出，云标会算；填了就核对，不对就不打印',
    correction: BARS,
    standards: ['ISO/IEC 15420'],
    trade: { ...CHECKOUT, barMm: 18.28, say: `${CHECKOUT.say}，条高 18.28 mm。` },
    mistakes: [
      {
        seen: '自己凑了 6 位数字打印上去',
        mend: '还原出来是别家的号。要从申请到的 UPC-A 压出来。',
      },
    ],
    sample: {
      widthMm: 30,
      heightMm: 22,
      head: 'Lip Balm',
      code: { type: 'upce', content: '01234565', showText: true, textSizeMm: 2.5 },
    },
    similar: ['upca', 'ean8'],
  },
} as const satisfies Partial<Record<string, CodeHelp>>;
