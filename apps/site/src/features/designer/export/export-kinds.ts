export type ExportKind = 'png' | 'zpl' | 'tspl' | 'browser' | 'pdf';

export const EXPORT_KIND_NAMES: Readonly<Record<ExportKind, string>> = {
  png: 'PNG',
  zpl: 'ZPL',
  tspl: 'TSPL',
  browser: '浏览器打印',
  pdf: 'PDF',
};
