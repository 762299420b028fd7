import type { PrinterSettings } from '../../settings.ts';
import { isCommandLanguage } from '@yunbiao/contract/evidence';
import { DOTS_OR_VECTORS } from '../../document-format.ts';
import type { DocumentFormat, PageFormats } from '../../document-format.ts';
import { listNumbers, getText, listTexts } from './decode.ts';
import type { Attributes } from './decode.ts';
import { listMediaSizes } from './media.ts';
import type { MediaSize } from './media.ts';
import { OPERATION } from './tags.ts';

/** What is asked of a printer besides its state. */
export const ABILITY_ATTRIBUTES = [
  'operations-supported',
  'document-format-supported',
  'pwg-raster-document-resolution-supported',
  'pwg-raster-document-type-supported',
  'urf-supported',
  'media-size-supported',
  'print-scaling-supported',
  'job-sheets-supported',
  'device-uri',
  'printer-is-shared',
  'printer-type',
];

/** As what a label is sent to it. */
export type Way = { kind: 'page'; formats: PageFormats } | { kind: 'commands'; mime: string };

export type Abilities = {
  /** Null: it takes nothing that we can send; `why` says what it is. */
  way: Way | null;
  why: string;
  /** It makes a job first, and takes its document then. */
  createsJobs: boolean;
  /** It hands on what it gets: `completed` is not said of paper. */
  handsOn: boolean;
  /** Paper it can be told of. */
  media: readonly MediaSize[];
  leavesSize: boolean;
  leavesSheets: boolean;
};

/** What printers take untouched, for their own language. */
const UNTOUCHED = ['application/vnd.cups-raw', 'application/octet-stream'];

const listResolutions = (printer: Attributes, name: string): number[] =>
  (printer.get(name) ?? []).flatMap((value) =>
    typeof value === 'object' && 'x' in value && value.x === value.y ? [value.x] : [],
  );

/** Of `RS203` or `RS300-600` among the keywords of `urf-supported`. */
const listUrfResolutions = (keywords: readonly string[]): number[] =>
  keywords.flatMap((keyword) =>
    keyword.startsWith('RS') ? keyword.slice(2).split('-').map(Number) : [],
  );

/** Rasters of an exact resolution, the best first; each with the resolutions it may have. */
const listRasters = (
  printer: Attributes,
  takes: ReadonlySet<string>,
): { format: DocumentFormat; dpis: number[] }[] => {
  const pwg = takes.has('image/pwg-raster')
    ? listTexts(printer, 'pwg-raster-document-type-supported')
    : [];
  const urf = takes.has('image/urf') ? listTexts(printer, 'urf-supported') : [];
  const dpis = listResolutions(printer, 'pwg-raster-document-resolution-supported');
  return [
    ...(pwg.includes('black_1') ? [{ format: 'pwg-black' as const, dpis }] : []),
    ...(pwg.includes('sgray_8') ? [{ format: 'pwg-gray' as const, dpis }] : []),
    ...(urf.includes('W8') ? [{ format: 'urf' as const, dpis: listUrfResolutions(urf) }] : []),
  ];
};

const getWay = (
  printer: Attributes,
  { language, dpi }: Pick<PrinterSettings, 'language' | 'dpi'>,
): Pick<Abilities, 'way' | 'why'> => {
  const takes = new Set(listTexts(printer, 'document-format-supported'));
  if (isCommandLanguage(language)) {
    const mime = UNTOUCHED.find((one) => takes.has(one));
    return mime === undefined
      ? { way: null, why: `它不收 ${language} 的原样数据，语言改用 ipp` }
      : { way: { kind: 'commands', mime }, why: '' };
  }
  const rasters = listRasters(printer, takes);
  // A raster is laid on no grid but the printer's; a PDF may be moved or stretched on its way there.
  const raster = rasters.find(({ dpis }) => dpis.includes(dpi))?.format;
  if (takes.has('application/pdf'))
    return {
      way: { kind: 'page', formats: { ...DOTS_OR_VECTORS, ...(raster && { usual: raster }) } },
      why: '',
    };
  if (raster) return { way: { kind: 'page', formats: { usual: raster, vector: raster } }, why: '' };
  const dpis = [...new Set(rasters.flatMap((one) => one.dpis))].toSorted((a, b) => a - b);
  return {
    way: null,
    why:
      dpis.length > 0
        ? `它收 ${dpis.join('、')} dpi 的图，设的是 ${dpi} dpi`
        : '它不收 PDF，也不收认得的光栅图',
  };
};

/** Queues of a server call their addresses so (CUPS, and Windows). */
const QUEUE_PATH = /^\/(?:printers|classes)\//;

/** What a printer says that it can. `path`: of its address. */
export const listAbilities = (
  printer: Attributes,
  settings: Pick<PrinterSettings, 'language' | 'dpi'>,
  path: string,
): Abilities => {
  const operations = listNumbers(printer, 'operations-supported');
  const isServer =
    QUEUE_PATH.test(path) ||
    getText(printer, 'device-uri') !== null ||
    ['printer-is-shared', 'printer-type'].some((name) => printer.has(name));
  return {
    ...getWay(printer, settings),
    createsJobs: [OPERATION.createJob, OPERATION.sendDocument].every((one) =>
      operations.includes(one),
    ),
    // Bytes that nobody but the printer's language understands are through when they were read.
    handsOn: isServer || isCommandLanguage(settings.language),
    media: listMediaSizes(printer),
    leavesSize: listTexts(printer, 'print-scaling-supported').includes('none'),
    leavesSheets: listTexts(printer, 'job-sheets-supported').includes('none'),
  };
};
