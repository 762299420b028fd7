export type What = 'png' | 'zpl' | 'tspl' | 'browser' | 'pdf';

export const WORDS: Readonly<Record<What, string>> = {
  png: 'PNG',
  zpl: 'ZPL',
  tspl: 'TSPL',
  browser: '浏览器打印',
  pdf: 'PDF',
};
