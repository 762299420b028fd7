/** Guides in the order of the index: name in the address, and title. */
export const GUIDE_TITLES = {
  'first-label': '打印第一张标签',
  'excel-batch': '用 Excel 一次打印一批',
  'connect-printer': '选打印机，接上来',
  'choose-paper': '选标签纸，填对尺寸',
  'misprint-density': '打印偏了，太浅或太浓',
  'unreadable-code': '条码扫不出来',
  'paper-out-offline': '缺纸、离线，不确定是否已打印',
  'invoice-refund': '开发票、退款',
  phone: '用手机做标签、打印',
  'print-from-erp': '从 ERP、网店后台打印',
} as const satisfies Record<string, string>;

export type GuideName = keyof typeof GUIDE_TITLES;

export const GUIDE_NAMES = Object.keys(GUIDE_TITLES) as readonly GuideName[];

export const isGuideName = (name: string): name is GuideName => Object.hasOwn(GUIDE_TITLES, name);

/** Address of a guide inside its software. */
export const getGuidePath = (name: GuideName): `/guide/${GuideName}.html` => `/guide/${name}.html`;

/** Part of a line of a guide. */
export type GuidePiece =
  | { kind: 'text'; text: string }
  /** A name as it is on screen: `**保存配置**`. */
  | { kind: 'name'; text: string }
  /** `[打印机配置](/user/printerCfg)`: a path inside the software, or one of `/np/`. */
  | { kind: 'link'; text: string; path: string };

const PIECES = /\*\*([^*]+)\*\*|\[([^[\]]+)\]\((\/[^()[]*)\)|([^*[]+|[*[])/g;

/** Splits a line of a guide into its parts. */
export const parseGuideText = (line: string): GuidePiece[] =>
  Array.from(line.matchAll(PIECES), ([match, name, text, path]): GuidePiece => {
    if (name !== undefined) return { kind: 'name', text: name };
    if (text !== undefined && path !== undefined) return { kind: 'link', text, path };
    return { kind: 'text', text: match };
  });

/** Returns the line without its marks. */
export const toPlainGuideText = (line: string): string =>
  parseGuideText(line)
    .map(({ text }) => text)
    .join('');
