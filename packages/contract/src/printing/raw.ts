import { type Language, LANGUAGES } from '../evidence.ts';

/**
 * Document types that other systems can print unchanged, with display name and the printer
 * languages that accept them. `png` is drawn like a label for any printer; the others are sent to
 * the printer as bytes.
 */
const RAW = {
  pdf: { name: 'PDF', languages: ['driver', 'ipp'] },
  zpl: { name: 'ZPL', languages: ['zpl'] },
  tspl: { name: 'TSPL', languages: ['tspl'] },
  escpos: { name: 'ESC/POS', languages: ['escpos'] },
  png: { name: 'PNG', languages: LANGUAGES },
} as const satisfies Record<string, { name: string; languages: readonly Language[] }>;

export type RawType = keyof typeof RAW;
/** Every type but `png`. */
export type RawFormat = Exclude<RawType, 'png'>;

export const RAW_TYPES = Object.keys(RAW) as [RawType, ...RawType[]];
export const RAW_FORMATS = RAW_TYPES.filter((type) => type !== 'png') as [
  RawFormat,
  ...RawFormat[],
];

export const getRawTypeName = (type: RawType): string => RAW[type].name;

export const listRawLanguages = (type: RawType): readonly Language[] => RAW[type].languages;

/** Whether the bytes are printer commands; a PDF is not. */
export const isRawCommands = (format: RawFormat): format is Exclude<RawFormat, 'pdf'> =>
  format !== 'pdf';
