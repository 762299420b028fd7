import { COMMAND_LANGUAGES, type CommandLanguage, type Language, LANGUAGES } from './evidence.ts';

/** What other systems may send to be printed as it is. */
export const RAW_TYPES = ['pdf', 'zpl', 'tspl', 'escpos', 'png'] as const;
export type RawType = (typeof RAW_TYPES)[number];

/**
 * The printers each is for, by their language. A picture is drawn for whichever it is, as a label of ours; commands go to
 * printers of their own language only, a PDF to those that take documents.
 */
export const RAW_LANGUAGES: Readonly<Record<RawType, readonly Language[]>> = {
  zpl: ['zpl'],
  tspl: ['tspl'],
  escpos: ['escpos'],
  png: LANGUAGES,
  pdf: ['driver', 'ipp'],
};

/** What is kept and sent as bytes. */
export const RAW_FORMATS = [...COMMAND_LANGUAGES, 'pdf'] as const;
export type RawFormat = (typeof RAW_FORMATS)[number];

export const RAW_NAMES: Readonly<Record<RawType, string>> = {
  pdf: 'PDF',
  zpl: 'ZPL',
  tspl: 'TSPL',
  escpos: 'ESC/POS',
  png: 'PNG',
};

export const isRawCommands = (format: RawFormat): format is CommandLanguage => format !== 'pdf';
