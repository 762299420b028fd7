import type { CallOutput } from '@yunbiao/contract';
import { type Language, LANGUAGES } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import {
  CONFIG_RANGES,
  isSettable,
  listRanges,
  shiftRange,
  takesVectors,
} from '@yunbiao/contract/limits/print-config';
import type { Finishing, MediaKind } from '@yunbiao/label';
import { inRange, readNumber } from '@yunbiao/ui/number.ts';
import type { Same } from '../../kit/form/form-state.ts';
import { nameConfig } from './config-name.ts';

export type Config = CallOutput<'printConfigList'>['list'][number];
export type Client = CallOutput<'clientList'>['list'][number];
export type Printer = Client['printers'][number];

/** What the form holds: numbers as typed, so that a half-typed one is neither lost nor guessed. Lengths in mm. */
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
  /** Inches a second. */
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

/** Between labels that follow each other, as most rolls have it, mm. */
const USUAL_GAP_MM = 2;

/** What the draft of a configuration is called. */
export const configDraft = (id: string): string => `printer-config:${id}`;

export const getDraft = (config: Config): Draft => ({
  name: config.name,
  clientId: config.clientId,
  printerId: config.printerId,
  widthMm: String(config.widthMm),
  heightMm: String(config.heightMm),
  media: config.media,
  // Shown once another kind is chosen.
  gapMm: String(config.media === 'continuous' ? USUAL_GAP_MM : config.gapMm),
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

const getUsual = (printer: Printer | undefined): Usual => {
  const { gapMm, ...usual } = LANGUAGE_FACTS[printer?.language ?? LANGUAGES[0]].usual;
  return { ...usual, gapMm: String(gapMm) };
};

const findPrinter = (draft: Draft, clients: readonly Client[]): Printer | undefined =>
  listPrinters(clients).find(({ id }) => id === draft.printerId);

/** What the printer that is chosen speaks. */
export const languageFor = (draft: Draft, clients: readonly Client[]): Language =>
  findPrinter(draft, clients)?.language ?? LANGUAGES[0];

/** What the numbers may be with the printer that is chosen. */
export const rangesFor = (draft: Draft, clients: readonly Client[]) =>
  listRanges(languageFor(draft, clients));

/** Where labels may be told to begin with the printer that is chosen. */
export const shiftFor = (draft: Draft, clients: readonly Client[]) => {
  const { language, dpi } = findPrinter(draft, clients) ?? { language: LANGUAGES[0], dpi: 203 };
  return shiftRange(language, dpi === 300 || dpi === 600 ? dpi : 203);
};

/** Whether the printer that is chosen can be given vectors to draw. */
export const isVectorOffered = (draft: Draft, clients: readonly Client[]): boolean => {
  const printer = findPrinter(draft, clients);
  return printer !== undefined && takesVectors(printer);
};

/**
 * A new configuration: for the printer asked for, else one whose client is online, else the first; the default when it is
 * the first of all. `taken`: names the member's configurations have.
 */
export const newDraft = (input: {
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
    name: nameConfig({ printerName: printer?.name, ...size, taken: input.taken ?? [] }),
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
    ...getUsual(printer),
    copies: '1',
    isDefault: input.isFirst,
    enabled: true,
  };
};

/** Another client: its printer, when it has only one or the chosen one is not its own. */
export const withClient = (draft: Draft, clients: readonly Client[], clientId: string): Draft => {
  const printers = clients.find(({ id }) => id === clientId)?.printers ?? [];
  const isOwn = printers.some(({ id }) => id === draft.printerId);
  const printerId = isOwn ? draft.printerId : (printers[0]?.id ?? '');
  return { ...withPrinter(draft, clients, printerId), clientId };
};

/** Another printer: where it speaks another language, darkness and speed are numbers of another scale, and gaps may be none. */
export const withPrinter = (draft: Draft, clients: readonly Client[], printerId: string): Draft => {
  const printers = listPrinters(clients);
  const old = printers.find(({ id }) => id === draft.printerId);
  const printer = printers.find(({ id }) => id === printerId);
  const isOther = old && printer && old.language !== printer.language;
  return { ...draft, printerId, ...(isOther ? getUsual(printer) : {}) };
};

/** A name that is still the one suggested goes with what it is made of; one that was typed stays. */
export const withSuggestedName = (
  before: Draft,
  after: Draft,
  { clients, taken }: { clients: readonly Client[]; taken: readonly string[] },
): Draft => {
  const suggest = (draft: Draft): string =>
    nameConfig({ ...draft, printerName: findPrinter(draft, clients)?.name, taken });
  const isSuggested = before.name === suggest(before) && after.name === before.name;
  return isSuggested ? { ...after, name: suggest(after) } : after;
};

/** Between labels side by side, as most rolls have it, mm. */
const USUAL_COLUMN_GAP = '2';

/** Several across have a gap between them, until another number is typed; of one there is none to type. */
export const withColumns = (draft: Draft, columns: string): Draft => {
  const isNew = listColumns(draft) === 1 && (readNumber(columns) ?? 1) > 1;
  const isBlank = readNumber(draft.columnGapMm) === 0;
  return { ...draft, columns, ...(isNew && isBlank ? { columnGapMm: USUAL_COLUMN_GAP } : {}) };
};

/** Labels across; 1 while what is typed is no number of them. */
export const listColumns = ({ columns }: Pick<Draft, 'columns'>): number => {
  const typed = readNumber(columns);
  const isOne = typed !== null && Number.isInteger(typed) && inRange(typed, CONFIG_RANGES.columns);
  return isOne ? typed : 1;
};

/** `2`, `2.0` and `２` are the same number. */
export const sameField: Same<Draft> = (field, a, b) => {
  if ((NUMBERS as readonly string[]).includes(field)) {
    const [x, y] = [readNumber(String(a[field])), readNumber(String(b[field]))];
    if (x !== null || y !== null) return x === y;
  }
  return a[field] === b[field];
};

/** What the contract cannot see: a client or printer that was revoked or taken away since. */
export const goneErrors = (draft: Draft, clients: readonly Client[]): Record<string, string> => {
  const client = clients.find(({ id }) => id === draft.clientId);
  if (!client) return { clientId: '选一台客户端' };
  return client.printers.some(({ id }) => id === draft.printerId)
    ? {}
    : { printerId: '选一台打印机' };
};

/** What the form does not ask of a language, as what was chosen for another may be anything. */
const told = (draft: Draft, language: Language): Record<string, unknown> => {
  const { media, finishing, usual } = LANGUAGE_FACTS[language];
  return {
    ...(media.includes(draft.media) ? {} : { media: usual.media }),
    ...(finishing.includes(draft.finishing) ? {} : { finishing: usual.finishing }),
    ...(isSettable(shiftRange(language, 203)) ? {} : { shiftMm: null }),
  };
};

/**
 * What is sent. Language and resolution are the printer's own; of one that is no longer reported, those the
 * configuration was saved with.
 */
export const toInput = (
  draft: Draft,
  source: Pick<Printer, 'language' | 'dpi'> | undefined,
  id?: string,
): Record<string, unknown> => {
  const ranges = source ? Object.entries(listRanges(source.language)) : [];
  // The form does not show what cannot be chosen, and what was chosen for another language may be anything.
  const settled = ranges.flatMap(([field, range]) =>
    isSettable(range) ? [] : [[field, range.min]],
  );
  const numbers = Object.fromEntries(
    NUMBERS.map((field) => [field, readNumber(draft[field]) ?? draft[field]]),
  );
  return {
    ...(id ? { id } : {}),
    ...draft,
    ...numbers,
    ...Object.fromEntries(settled),
    ...(listColumns(draft) === 1 ? { columnGapMm: 0 } : {}),
    ...(draft.media === 'continuous' ? { gapMm: 0 } : {}),
    ...(draft.finishing === 'cut' ? {} : { cutEach: 1 }),
    shiftMm: draft.shiftMm.trim() === '' ? null : numbers['shiftMm'],
    ...(source ? told(draft, source.language) : {}),
    vector: draft.vector && source !== undefined && takesVectors(source),
    rotation: Number(draft.rotation),
    name: draft.name.trim(),
    ...(source ? { language: source.language, dpi: source.dpi } : {}),
  };
};
