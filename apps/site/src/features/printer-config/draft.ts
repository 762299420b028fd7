import type { CallOutput } from '@yunbiao/contract';
import { type Language, LANGUAGES } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import {
  CONFIG_RANGES,
  isRangeSettable,
  listSettingRanges,
  getPrintShiftRange,
  supportsVectors,
} from '@yunbiao/contract/limits/print-config';
import type { Finishing, MediaKind } from '@yunbiao/label';
import { isInRange, parseNumber } from '@yunbiao/ui/number.ts';
import type { IsSameField } from '../../kit/form/form-state.ts';
import { buildConfigName } from './config-name.ts';

export type Config = CallOutput<'printConfigList'>['list'][number];
export type Client = CallOutput<'clientList'>['list'][number];
export type Printer = Client['printers'][number];

/** Form values. Numbers stay as typed, so that incomplete input is preserved. Lengths in mm. */
export type Draft = {
  name: string;
  clientId: string;
  printerId: string;
  widthMm: string;
  heightMm: string;
  media: MediaKind;
  gapMm: string;
  columns: string;
  columnGapMm: string;
  offsetXMm: string;
  offsetYMm: string;
  /** Per cent. */
  pitchScale: string;
  rotation: string;
  /** Dots. */
  barReduction: string;
  vector: boolean;
  darkness: number;
  /** Inches per second. */
  speed: number;
  finishing: Finishing;
  cutEach: string;
  /** Blank: the printer's own setting. */
  shiftMm: string;
  copies: string;
  isDefault: boolean;
  enabled: boolean;
};

const NUMBERS = [
  'widthMm',
  'heightMm',
  'gapMm',
  'columns',
  'columnGapMm',
  'offsetXMm',
  'offsetYMm',
  'pitchScale',
  'barReduction',
  'cutEach',
  'shiftMm',
  'copies',
] as const;

/** Default gap between consecutive labels, mm. */
const DEFAULT_GAP_MM = 2;

export const getConfigDraftName = (id: string): string => `printer-config:${id}`;

export const createDraftFromConfig = (config: Config): Draft => ({
  name: config.name,
  clientId: config.clientId,
  printerId: config.printerId,
  widthMm: String(config.widthMm),
  heightMm: String(config.heightMm),
  media: config.media,
  // Used when another media type is selected.
  gapMm: String(config.media === 'continuous' ? DEFAULT_GAP_MM : config.gapMm),
  columns: String(config.columns),
  columnGapMm: String(config.columnGapMm),
  offsetXMm: String(config.offsetXMm),
  offsetYMm: String(config.offsetYMm),
  pitchScale: String(config.pitchScale),
  rotation: String(config.rotation),
  barReduction: String(config.barReduction),
  vector: config.vector,
  darkness: config.darkness,
  speed: config.speed,
  finishing: config.finishing,
  cutEach: String(config.cutEach),
  shiftMm: config.shiftMm === null ? '' : String(config.shiftMm),
  copies: String(config.copies),
  isDefault: config.isDefault,
  enabled: config.enabled,
});

export const listPrinters = (clients: readonly Client[]): Printer[] =>
  clients.flatMap(({ printers }) => printers);

type Usual = Pick<Draft, 'darkness' | 'speed' | 'media' | 'gapMm' | 'finishing'>;

const getPrinterDefaults = (printer: Printer | undefined): Usual => {
  const { gapMm, ...usual } = LANGUAGE_FACTS[printer?.language ?? LANGUAGES[0]].defaults;
  return { ...usual, gapMm: String(gapMm) };
};

const findPrinter = (draft: Draft, clients: readonly Client[]): Printer | undefined =>
  listPrinters(clients).find(({ id }) => id === draft.printerId);

/** Language of the selected printer. */
export const getPrinterLanguage = (draft: Draft, clients: readonly Client[]): Language =>
  findPrinter(draft, clients)?.language ?? LANGUAGES[0];

/** Number ranges of the selected printer. */
export const listSettingRangesOfPrinter = (draft: Draft, clients: readonly Client[]) =>
  listSettingRanges(getPrinterLanguage(draft, clients));

/** Range of the label start offset of the selected printer. */
export const getDraftShiftRange = (draft: Draft, clients: readonly Client[]) => {
  const { language, dpi } = findPrinter(draft, clients) ?? { language: LANGUAGES[0], dpi: 203 };
  return getPrintShiftRange(language, dpi === 300 || dpi === 600 ? dpi : 203);
};

/** True when the selected printer supports vector drawing. */
export const isVectorOffered = (draft: Draft, clients: readonly Client[]): boolean => {
  const printer = findPrinter(draft, clients);
  return printer !== undefined && supportsVectors(printer);
};

/**
 * Creates a configuration for the requested printer, otherwise for the first printer with an online
 * client, otherwise for the first one. The first configuration becomes the default. `taken`: names
 * of the member's configurations.
 */
export const createDraft = (input: {
  clients: readonly Client[];
  printerId?: string | undefined;
  isFirst: boolean;
  taken?: readonly string[];
}): Draft => {
  const printers = listPrinters(input.clients);
  const reachable = listPrinters(input.clients.filter(({ online }) => online));
  const printer = printers.find(({ id }) => id === input.printerId) ?? reachable[0] ?? printers[0];
  const size = { widthMm: '60', heightMm: '40' };
  return {
    name: buildConfigName({ printerName: printer?.name, ...size, taken: input.taken ?? [] }),
    clientId: printer?.clientId ?? input.clients[0]?.id ?? '',
    printerId: printer?.id ?? '',
    ...size,
    columns: '1',
    columnGapMm: '0',
    offsetXMm: '0',
    offsetYMm: '0',
    pitchScale: '100',
    rotation: '0',
    barReduction: '0',
    vector: false,
    cutEach: '1',
    shiftMm: '',
    ...getPrinterDefaults(printer),
    copies: '1',
    isDefault: input.isFirst,
    enabled: true,
  };
};

/** Changes the client. Selects its first printer unless the current printer belongs to it. */
export const changeDraftClient = (
  draft: Draft,
  clients: readonly Client[],
  clientId: string,
): Draft => {
  const printers = clients.find(({ id }) => id === clientId)?.printers ?? [];
  const isOwn = printers.some(({ id }) => id === draft.printerId);
  const printerId = isOwn ? draft.printerId : (printers[0]?.id ?? '');
  return { ...changeDraftPrinter(draft, clients, printerId), clientId };
};

/**
 * Changes the printer. If its language differs, uses the defaults of the language, because darkness
 * and speed have other scales and the media may be unsupported.
 */
export const changeDraftPrinter = (
  draft: Draft,
  clients: readonly Client[],
  printerId: string,
): Draft => {
  const printers = listPrinters(clients);
  const old = printers.find(({ id }) => id === draft.printerId);
  const printer = printers.find(({ id }) => id === printerId);
  const isOther = old && printer && old.language !== printer.language;
  return { ...draft, printerId, ...(isOther ? getPrinterDefaults(printer) : {}) };
};

/** Updates a suggested name. A name typed by the member stays. */
export const updateSuggestedName = (
  before: Draft,
  after: Draft,
  { clients, taken }: { clients: readonly Client[]; taken: readonly string[] },
): Draft => {
  const suggestConfigName = (draft: Draft): string =>
    buildConfigName({ ...draft, printerName: findPrinter(draft, clients)?.name, taken });
  const isSuggested = before.name === suggestConfigName(before) && after.name === before.name;
  return isSuggested ? { ...after, name: suggestConfigName(after) } : after;
};

/** Default gap between columns, mm. */
const DEFAULT_COLUMN_GAP_MM = '2';

/**
 * Sets the number of columns. Changing from one to several sets the default gap if the gap is 0.
 */
export const setDraftColumnCount = (draft: Draft, columns: string): Draft => {
  const isNew = parseColumnCount(draft) === 1 && (parseNumber(columns) ?? 1) > 1;
  const isBlank = parseNumber(draft.columnGapMm) === 0;
  return { ...draft, columns, ...(isNew && isBlank ? { columnGapMm: DEFAULT_COLUMN_GAP_MM } : {}) };
};

/** Number of columns; 1 while the input is invalid. */
export const parseColumnCount = ({ columns }: Pick<Draft, 'columns'>): number => {
  const columnCount = parseNumber(columns);
  const isOne =
    columnCount !== null &&
    Number.isInteger(columnCount) &&
    isInRange(columnCount, CONFIG_RANGES.columns);
  return isOne ? columnCount : 1;
};

/** Compares numbers by value: `2`, `2.0` and `２` are equal. */
export const isSameField: IsSameField<Draft> = (field, a, b) => {
  if ((NUMBERS as readonly string[]).includes(field)) {
    const [x, y] = [parseNumber(String(a[field])), parseNumber(String(b[field]))];
    if (x !== null || y !== null) return x === y;
  }
  return a[field] === b[field];
};

/** Validation that the contract cannot do: the client or printer may have been removed. */
export const checkPrinterExists = (
  draft: Draft,
  clients: readonly Client[],
): Record<string, string> => {
  const client = clients.find(({ id }) => id === draft.clientId);
  if (!client) return { clientId: '选一台客户端' };
  return client.printers.some(({ id }) => id === draft.printerId)
    ? {}
    : { printerId: '选一台打印机' };
};

/** Overrides values that the language does not support and the form does not show. */
const getDefaultsForUnsupportedSettings = (
  draft: Draft,
  language: Language,
): Record<string, unknown> => {
  const { media, finishing, defaults } = LANGUAGE_FACTS[language];
  return {
    ...(media.includes(draft.media) ? {} : { media: defaults.media }),
    ...(finishing.includes(draft.finishing) ? {} : { finishing: defaults.finishing }),
    ...(isRangeSettable(getPrintShiftRange(language, 203)) ? {} : { shiftMm: null }),
  };
};

/**
 * Converts to the input of the server. Language and resolution come from the printer; if it is no
 * longer reported, the saved values are used.
 */
export const toConfigInput = (
  draft: Draft,
  source: Pick<Printer, 'language' | 'dpi'> | undefined,
  id?: string,
): Record<string, unknown> => {
  const ranges = source ? Object.entries(listSettingRanges(source.language)) : [];
  // The form hides fields that the language does not support, and they may contain values for
  // another language.
  const settledFields = ranges.flatMap(([field, range]) =>
    isRangeSettable(range) ? [] : [[field, range.min]],
  );
  const numbers = Object.fromEntries(
    NUMBERS.map((field) => [field, parseNumber(draft[field]) ?? draft[field]]),
  );
  return {
    ...(id ? { id } : {}),
    ...draft,
    ...numbers,
    ...Object.fromEntries(settledFields),
    ...(parseColumnCount(draft) === 1 ? { columnGapMm: 0 } : {}),
    ...(draft.media === 'continuous' ? { gapMm: 0 } : {}),
    ...(draft.finishing === 'cut' ? {} : { cutEach: 1 }),
    shiftMm: draft.shiftMm.trim() === '' ? null : numbers['shiftMm'],
    ...(source ? getDefaultsForUnsupportedSettings(draft, source.language) : {}),
    vector: draft.vector && source !== undefined && supportsVectors(source),
    rotation: Number(draft.rotation),
    name: draft.name.trim(),
    ...(source ? { language: source.language, dpi: source.dpi } : {}),
  };
};
