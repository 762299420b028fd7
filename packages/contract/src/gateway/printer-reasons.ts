/**
 * Text for printer-state-reasons: the keywords of RFC 8011 §5.4.12 and a few from CUPS and PWG
 * 5100.9. Every printer language maps its status to these.
 */
export const PRINTER_REASONS = {
  none: '',
  other: '打印机报告别的故障',
  'cover-open': '盖子开着',
  'door-open': '盖子开着',
  'interlock-open': '盖子开着',
  'media-empty': '缺纸',
  'media-needed': '缺纸',
  'media-low': '纸快用完了',
  'media-jam': '卡纸',
  'input-tray-missing': '纸盒没有装好',
  'marker-supply-empty': '缺碳带',
  'marker-supply-low': '碳带快用完了',
  'toner-empty': '没有墨粉了',
  'toner-low': '墨粉快用完了',
  'marker-waste-full': '废粉盒满了',
  'marker-waste-almost-full': '废粉盒快满了',
  'developer-empty': '没有显影剂了',
  'developer-low': '显影剂快用完了',
  'opc-life-over': '感光鼓到寿命了',
  'opc-near-eol': '感光鼓快到寿命了',
  'fuser-over-temp': '定影部件过热',
  'fuser-under-temp': '定影部件还没热',
  'head-over-temp': '打印头过热',
  'head-under-temp': '打印头过冷',
  'cutter-error': '切刀出错',
  'output-area-full': '出纸口有打印好的没取走',
  'output-area-almost-full': '出纸口快满了',
  'output-tray-missing': '出纸盒没有装好',
  paused: '已暂停',
  'moving-to-paused': '正在暂停',
  'stopped-partly': '一部分停了',
  stopping: '正在停下',
  shutdown: '关机了',
  offline: '离线',
  hibernate: '休眠',
  'connecting-to-device': '正在连接',
  'timed-out': '未应答',
  'spool-area-full': '存储满了',
  'memory-lost': '打印机内存数据丢失',
  'interpreter-resource-unavailable': '缺少字体或表格',
} as const satisfies Record<string, string>;
export type PrinterReason = keyof typeof PRINTER_REASONS;

const SEVERITY = /-(?:report|warning|error)$/;

const isKnownReason = (keyword: string): keyword is PrinterReason =>
  Object.hasOwn(PRINTER_REASONS, keyword);

/** The reason of a keyword with or without severity suffix; undefined for a vendor's own. */
export const parseReason = (keyword: string): PrinterReason | undefined =>
  [keyword, keyword.replace(SEVERITY, '')].find(isKnownReason);

/**
 * Text for a keyword with or without severity suffix. Vendor keywords are returned unchanged; ''
 * for `none`.
 */
export const describeReason = (keyword: string): string => {
  const reason = parseReason(keyword);
  return reason === undefined ? keyword.replace(SEVERITY, '') : PRINTER_REASONS[reason];
};

/** Whether the keyword is only a report or a warning, with which the printer keeps printing. */
export const isWarningReason = (keyword: string): boolean => /-(?:report|warning)$/.test(keyword);

/** Texts for the keywords, without duplicates. */
export const describeReasons = (keywords: readonly string[]): string =>
  [...new Set(keywords.map(describeReason))].filter((words) => words !== '').join('、');
