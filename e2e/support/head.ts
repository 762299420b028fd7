import type { Page } from 'playwright-core';

/** Metadata of a page for search engines and link previews. */
export type Head = {
  title: string;
  description: string;
  canonical: string;
  robots: string;
  og: Record<string, string>;
  h1: string[];
  /** Every JSON-LD block, parsed; the error message for a block that cannot be parsed. */
  jsonLd: unknown[];
};

export const getHead = (page: Page): Promise<Head> =>
  page.evaluate(() => {
    const getMetaContent = (selector: string): string =>
      document.querySelector(selector)?.getAttribute('content') ?? '';
    const blocks = [...document.querySelectorAll('script[type="application/ld+json"]')];
    return {
      title: document.title,
      description: getMetaContent('meta[name="description"]'),
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '',
      robots: getMetaContent('meta[name="robots"]'),
      og: Object.fromEntries(
        [...document.querySelectorAll('meta[property^="og:"]')].map((meta) => [
          meta.getAttribute('property') ?? '',
          meta.getAttribute('content') ?? '',
        ]),
      ),
      h1: [...document.querySelectorAll('h1')].map((item) => item.textContent?.trim() ?? ''),
      jsonLd: blocks.map((block): unknown => {
        try {
          return JSON.parse(block.textContent ?? '');
        } catch (error) {
          return String(error);
        }
      }),
    };
  });

type Thing = Readonly<Record<string, unknown>>;

/**
 * Required properties per type; `a|b`: one of them. From schema.org and the guidelines of search
 * engines.
 */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  WebSite: ['name', 'url'],
  Organization: ['name'],
  Person: ['name'],
  SoftwareApplication: ['name', 'offers', 'applicationCategory', 'operatingSystem', 'url'],
  Offer: ['price', 'priceCurrency'],
  Product: ['name', 'offers'],
  Brand: ['name'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  QAPage: ['mainEntity'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer|suggestedAnswer|answerCount'],
  Answer: ['text'],
  Article: ['headline', 'datePublished', 'dateModified', 'author'],
  ItemList: ['itemListElement'],
  HowTo: ['name', 'step'],
  HowToSection: ['name', 'itemListElement'],
  HowToStep: ['text'],
};

const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

const ADDRESS = new Set(['url', 'item', '@id', 'image', 'mainEntityOfPage', 'logo']);
const TIME = /^date|Time$/;

const listFaults = (value: unknown, where: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((item, i) => listFaults(item, `${where}[${i}]`));
  if (!isThing(value)) return [];
  const type = String(value['@type'] ?? '');
  const needed = REQUIRED[type];
  const faults = needed ? [] : [`${where}: unknown type ${type || '(none)'}`];
  for (const name of needed ?? [])
    if (name.split('|').every((item) => isEmpty(value[item])))
      faults.push(`${where}: ${type} has no ${name}`);
  for (const [name, inner] of Object.entries(value)) {
    const at = `${where}.${name}`;
    if (typeof inner === 'string' && ADDRESS.has(name) && !/^https?:\/\/[^/]+\//.test(inner))
      faults.push(`${at}: not a whole address: ${inner}`);
    if (typeof inner === 'string' && TIME.test(name) && Number.isNaN(Date.parse(inner)))
      faults.push(`${at}: not a time: ${inner}`);
    faults.push(...listFaults(inner, at));
  }
  return faults;
};

/** Faults of the JSON-LD blocks and the expected types that are missing. */
export const listJsonLdFaults = (
  blocks: readonly unknown[],
  types: readonly string[],
): string[] => {
  const faults = blocks.flatMap((block, i) => {
    if (!isThing(block)) return [`block ${i}: ${String(block)}`];
    const context = block['@context'] === 'https://schema.org' ? [] : [`block ${i}: no @context`];
    return [...context, ...listFaults(block, `block ${i}`)];
  });
  const there = new Set(blocks.filter(isThing).map((block) => String(block['@type'])));
  return [...faults, ...types.filter((type) => !there.has(type)).map((type) => `no ${type}`)];
};
