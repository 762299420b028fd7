import type { HandbookName } from './names.ts';

/** Common needs and suitable entries; the first one is the usual choice. */
export const CHOICES: readonly { want: string; names: readonly HandbookName[]; why: string }[] = [
  {
    want: '商品要在超市收银台扫',
    names: ['ean13', 'ean8'],
    why: '号要申请；打印不下 13 位的才用 8 位。',
  },
  { want: '自己店里的货号、货位、单号', names: ['code128'], why: '内容随便定，扫描枪都会扫。' },
  { want: '顾客拿手机扫', names: ['qr'], why: '放网址最好，越短码越小。' },
  {
    want: '很小的东西，只用扫描枪扫',
    names: ['datamatrix', 'microqr'],
    why: '同样的内容，比二维码小。',
  },
  { want: '整箱、整托', names: ['itf14', 'gs1-128'], why: '只要箱码用前一个，还要批号用后一个。' },
  {
    want: '批号、效期要让对方系统读懂',
    names: ['gs1-128', 'gs1-datamatrix'],
    why: '内容分段，写错云标不打印。',
  },
  {
    want: '散装果蔬、称重的肉',
    names: ['databar-stacked-omni', 'databar-expanded'],
    why: '前一个只放商品号，后一个带重量和价格。',
  },
  { want: '卖到北美', names: ['upca', 'upce'], why: '对方点名要 UPC 才用。' },
  {
    want: '对方的老系统点了名',
    names: ['code39', 'codabar', 'code93', 'pdf417', 'aztec'],
    why: '没人点名就不用。',
  },
  { want: '每张的内容不一样', names: ['field', 'formula', 'serial'], why: '填的、算的、数的。' },
];
