import type { PrinterSettings } from '../../settings.ts';
import { isCommandLanguage } from '@yunbiao/contract/evidence';
import { PDF_FORMATS } from '../../document-format.ts';
import type { DocumentFormat, PageFormats } from '../../document-format.ts';
import { listNumberValues, getTextAttribute, listTextValues } from './decode.ts';
import type { Attributes } from './decode.ts';
import { listMediaSizes } from './media.ts';
import type { MediaSize } from './media.ts';
import { OPERATION } from './constants.ts';

/** Attributes to request in addition to the printer's state. */
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

/** How labels are sent: as pages or as printer commands. */
export type SendMode = { kind: 'page'; formats: PageFormats } | { kind: 'commands'; mime: string };

export type Abilities = {
  /** Null when the printer supports no format of ours; `reason` explains it. */
  sendMode: SendMode | null;
  reason: string;
  /** Supports Create-Job followed by Send-Document. */
  supportsCreateJob: boolean;
  /** Forwards jobs, so `completed` does not mean printed. */
  forwardsJobs: boolean;
  /** Supported media sizes. */
  media: readonly MediaSize[];
  canDisableScaling: boolean;
  canDisableBanners: boolean;
};

/** Formats that printers pass through unchanged, for their own language. */
const RAW_MEDIA_TYPES = ['application/vnd.cups-raw', 'application/octet-stream'];

const listResolutions = (printer: Attributes, name: string): number[] =>
  (printer.get(name) ?? []).flatMap((value) =>
    typeof value === 'object' && 'x' in value && value.x === value.y ? [value.x] : [],
  );

/** Parses `RS203` or `RS300-600` from the keywords of `urf-supported`. */
const listUrfResolutions = (keywords: readonly string[]): number[] =>
  keywords.flatMap((keyword) =>
    keyword.startsWith('RS') ? keyword.slice(2).split('-').map(Number) : [],
  );

/** Lists exact-resolution raster formats, best first, with their resolutions. */
const listRasters = (
  printer: Attributes,
  supportedFormats: ReadonlySet<string>,
): { format: DocumentFormat; dpis: number[] }[] => {
  const pwg = supportedFormats.has('image/pwg-raster')
    ? listTextValues(printer, 'pwg-raster-document-type-supported')
    : [];
  const urf = supportedFormats.has('image/urf') ? listTextValues(printer, 'urf-supported') : [];
  const dpis = listResolutions(printer, 'pwg-raster-document-resolution-supported');
  return [
    ...(pwg.includes('black_1') ? [{ format: 'pwg-black' as const, dpis }] : []),
    ...(pwg.includes('sgray_8') ? [{ format: 'pwg-gray' as const, dpis }] : []),
    ...(urf.includes('W8') ? [{ format: 'urf' as const, dpis: listUrfResolutions(urf) }] : []),
  ];
};

const chooseSendModeOrReason = (
  printer: Attributes,
  { language, dpi }: Pick<PrinterSettings, 'language' | 'dpi'>,
): Pick<Abilities, 'sendMode' | 'reason'> => {
  const supportedFormats = new Set(listTextValues(printer, 'document-format-supported'));
  if (isCommandLanguage(language)) {
    const mime = RAW_MEDIA_TYPES.find((mediaType) => supportedFormats.has(mediaType));
    return mime === undefined
      ? { sendMode: null, reason: `它不收 ${language} 的原样数据，语言改用 ipp` }
      : { sendMode: { kind: 'commands', mime }, reason: '' };
  }
  const rasters = listRasters(printer, supportedFormats);
  // A raster matches the printer's dots exactly. A PDF may be moved or scaled.
  const raster = rasters.find(({ dpis }) => dpis.includes(dpi))?.format;
  if (supportedFormats.has('application/pdf'))
    return {
      sendMode: {
        kind: 'page',
        formats: { ...PDF_FORMATS, ...(raster && { defaultFormat: raster }) },
      },
      reason: '',
    };
  if (raster)
    return {
      sendMode: { kind: 'page', formats: { defaultFormat: raster, vectorFormat: raster } },
      reason: '',
    };
  const dpis = [...new Set(rasters.flatMap((raster) => raster.dpis))].toSorted((a, b) => a - b);
  return {
    sendMode: null,
    reason:
      dpis.length > 0
        ? `它收 ${dpis.join('、')} dpi 的图，设的是 ${dpi} dpi`
        : '它不收 PDF，也不收认得的光栅图',
  };
};

/** Paths of queues on a print server (CUPS and Windows). */
const QUEUE_PATH = /^\/(?:printers|classes)\//;

/** Parses the abilities of a printer. `path`: of its address. */
export const parsePrinterAbilities = (
  printer: Attributes,
  settings: Pick<PrinterSettings, 'language' | 'dpi'>,
  path: string,
): Abilities => {
  const operations = listNumberValues(printer, 'operations-supported');
  const isServer =
    QUEUE_PATH.test(path) ||
    getTextAttribute(printer, 'device-uri') !== null ||
    ['printer-is-shared', 'printer-type'].some((name) => printer.has(name));
  return {
    ...chooseSendModeOrReason(printer, settings),
    supportsCreateJob: [OPERATION.createJob, OPERATION.sendDocument].every((operation) =>
      operations.includes(operation),
    ),
    // For raw printer commands, `completed` only means that the data was read.
    forwardsJobs: isServer || isCommandLanguage(settings.language),
    media: listMediaSizes(printer),
    canDisableScaling: listTextValues(printer, 'print-scaling-supported').includes('none'),
    canDisableBanners: listTextValues(printer, 'job-sheets-supported').includes('none'),
  };
};
