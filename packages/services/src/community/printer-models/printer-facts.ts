import { createHash } from 'node:crypto';
import {
  PRINTER_BRANDS,
  PRINTER_MODEL_LINES,
  PRINTER_SOURCES,
  type PrinterSource,
} from './printer-models.ts';

/** A print language as a source names it; `mode`: the emulation to switch the printer to. */
export type PrinterModelLanguage = { name: string; mode?: string };

/** Facts that a source states about a model. An empty list or a missing value: not stated. */
export type PrinterFacts = {
  languages: PrinterModelLanguage[];
  dpi: number[];
  /** Greatest print width, mm. */
  widthMm?: number;
  heat: ('direct' | 'transfer')[];
  connections: string[];
  /** Whether the source is a driver for CUPS. */
  hasCupsDriver: boolean;
};

export type BrandName = keyof typeof PRINTER_BRANDS;
export const BRAND_NAMES = Object.keys(PRINTER_BRANDS) as BrandName[];
export const isBrandName = (name: string): name is BrandName => Object.hasOwn(PRINTER_BRANDS, name);

/** A model of the product's own list. */
export type ListedModel = {
  name: string;
  brand: BrandName;
  title: string;
  facts: PrinterFacts;
  source: PrinterSource;
};

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const parseLanguage = (text: string): PrinterModelLanguage => {
  const [name = '', mode] = text.split(':');
  return mode ? { name, mode } : { name };
};

const isSourceName = (name: string): name is keyof typeof PRINTER_SOURCES =>
  Object.hasOwn(PRINTER_SOURCES, name);

/** `zebra`, `ZD421` → `zebra-zd421`. */
const createModelName = (brand: string, title: string): string =>
  `${brand}-${title
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')}`;

const parseModelLine = (line: string): ListedModel[] => {
  const [brand = '', titles = '', languages = '', dpi = '', mm = '', heat = '', ...rest] = line
    .split('|')
    .map((part) => part.trim());
  const [connections = '', queue = '', sourceName = ''] = rest;
  if (!isBrandName(brand) || !isSourceName(sourceName))
    throw new Error(`unknown brand or source: ${line}`);
  const facts: PrinterFacts = {
    languages: splitList(languages).map(parseLanguage),
    dpi: splitList(dpi).map(Number),
    ...(mm === '' ? {} : { widthMm: Number(mm) }),
    heat: splitList(heat) as PrinterFacts['heat'],
    connections: splitList(connections),
    hasCupsDriver: queue === 'cups',
  };
  const source = PRINTER_SOURCES[sourceName];
  return splitList(titles).map((title) => ({
    name: createModelName(brand, title),
    brand,
    title,
    facts,
    source,
  }));
};

/** Every model of the product's own list, in its order. */
export const listModels = (): ListedModel[] =>
  PRINTER_MODEL_LINES.split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap(parseModelLine);

/** Reads the facts of a stored row. @throws Error for facts that an operator has broken */
export const parseFacts = (text: string): PrinterFacts => {
  const facts = JSON.parse(text) as PrinterFacts;
  const { languages, dpi, heat, connections } = facts;
  if (![languages, dpi, heat, connections].every(Array.isArray))
    throw new Error('the facts lack a list');
  return facts;
};

/** Content of a stored row, without its name. */
type RowContent = {
  brand: string;
  title: string;
  facts: string;
  source_title: string;
  source_url: string;
};

/** Digest by which a start knows whether a row is still as it was seeded. */
export const hashRowContent = (row: RowContent): string =>
  createHash('sha256')
    .update(JSON.stringify([row.brand, row.title, row.facts, row.source_title, row.source_url]))
    .digest('hex');

export const toRowContent = (model: ListedModel): RowContent => ({
  brand: model.brand,
  title: model.title,
  facts: JSON.stringify(model.facts),
  source_title: model.source.title,
  source_url: model.source.url,
});
