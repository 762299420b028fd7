import { NEWEST_FONT_EDITION } from '@yunbiao/label/verify-font';
import { isPngDeepOrInterlaced } from '@yunbiao/label/png-header';
import { migrateTemplateFormat, TEMPLATE_VERSION } from '@yunbiao/label/schema';
import type { TableCell, Template, TemplateElement } from '@yunbiao/label/template';
import { z } from 'zod';
import type { Setup } from '../printing/print-setup.ts';
import { CAPABILITY_LENGTH, MAX_CAPABILITIES } from '../limits/client.ts';

/**
 * What a print client can draw, and what a label requires. A client announces its capabilities in
 * `hello`. The server stores the requirements with the batch and leases a label only to clients
 * that meet them. How to extend the schema: docs/decisions/label-schema.md.
 */
export type Capabilities = {
  /** Newest template format. */
  format: number;
  /** Element kinds (codes included) and extension names. */
  draws: readonly string[];
};

type Kind = Template['elements'][number]['type'];

/** Does not compile when a kind is missing. */
const KINDS: Readonly<Record<Kind, true>> = {
  aztec: true,
  codabar: true,
  code128: true,
  code39: true,
  code93: true,
  databar: true,
  'databar-expanded': true,
  'databar-expanded-stacked': true,
  'databar-limited': true,
  'databar-stacked': true,
  'databar-stacked-omni': true,
  datamatrix: true,
  ean13: true,
  ean8: true,
  ellipse: true,
  'gs1-128': true,
  'gs1-datamatrix': true,
  image: true,
  itf14: true,
  line: true,
  microqr: true,
  pdf417: true,
  qr: true,
  rect: true,
  table: true,
  text: true,
  upca: true,
  upce: true,
};

/**
 * An addition to templates or setups within a format, other than an element kind. Older clients
 * would reject or ignore it.
 */
export type Extension = {
  /** Name as clients announce it, e.g. `text.outline`. */
  name: string;
  isInTemplate?: (template: Template) => boolean;
  isInSetup?: (setup: Setup) => boolean;
};

/**
 * All elements, including table cells and hidden elements: a client rejects a template for a hidden
 * one too.
 */
const listTemplateElements = ({ elements }: Template): (TemplateElement | TableCell)[] =>
  elements.flatMap((element): (TemplateElement | TableCell)[] =>
    element.type === 'table' ? [element, ...element.cells] : [element],
  );

export const EXTENSIONS: readonly Extension[] = [
  {
    name: 'code39.full-ascii',
    isInTemplate: (template) =>
      listTemplateElements(template).some((element) => 'fullAscii' in element),
  },
  {
    name: 'elements.show-if',
    isInTemplate: (template) =>
      listTemplateElements(template).some((element) => 'showIf' in element),
  },
  { name: 'groups', isInTemplate: (template) => 'groups' in template },
  {
    name: 'images.any-png',
    isInTemplate: ({ images = [] }) => images.some(({ png }) => isPngDeepOrInterlaced(png)),
  },
  {
    name: 'text.spans',
    isInTemplate: (template) =>
      listTemplateElements(template).some((element) =>
        ['spans', 'italic', 'strike'].some((property) => property in element),
      ),
  },
  {
    name: 'image.content',
    isInTemplate: (template) =>
      listTemplateElements(template).some(
        (element) => element.type === 'image' && 'content' in element,
      ),
  },
  { name: 'setup.vector', isInSetup: ({ vector }) => vector },
];

const formatFontEdition = (edition: number): string => `fonts.${edition}`;

/** Font editions after the first, which every client has. */
export const FONT_CAPABILITIES: readonly string[] = Array.from(
  { length: NEWEST_FONT_EDITION - 1 },
  (_, index) => formatFontEdition(index + 2),
);

/** Capabilities of this program. */
export const CAPABILITIES: Capabilities = {
  format: TEMPLATE_VERSION,
  draws: [
    ...Object.keys(KINDS),
    ...EXTENSIONS.map(({ name }) => name),
    ...FONT_CAPABILITIES,
  ].toSorted(),
};

/**
 * Capabilities of a client that announces none: the last release without the announcement. Must
 * never grow.
 */
export const BASELINE_CAPABILITIES: Capabilities = {
  format: 1,
  draws: `
    aztec codabar code128 code39 code93 databar databar-expanded databar-expanded-stacked databar-limited databar-stacked
    databar-stacked-omni datamatrix ean13 ean8 ellipse gs1-128 gs1-datamatrix image itf14 line microqr pdf417 qr rect
    table text upca upce
  `
    .trim()
    .split(/\s+/),
};

/** Capabilities as `hello` carries them. */
export const capabilities = z.object({
  format: z.number().int().min(1).max(9999),
  draws: z
    .array(
      z
        .string()
        .max(CAPABILITY_LENGTH)
        .regex(/^[a-z0-9][a-z0-9.-]*$/),
    )
    .max(MAX_CAPABILITIES),
});

type Written = {
  version?: unknown;
  elements?: readonly { type: string; cells?: Written['elements'] }[];
};

/**
 * Kinds of all elements, including hidden ones: a client rejects a template for a hidden one too.
 */
const listElementKinds = (elements: Written['elements'] = []): string[] =>
  elements.flatMap(({ type, cells }) => [type, ...listElementKinds(cells)]);

const sortUniqueNames = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

const listNamesOfExtensions = (extensions: readonly Extension[]): string[] =>
  extensions.map(({ name }) => name);

/** Capabilities a stored template of any format requires. */
export const getTemplateCapabilityNeeds = (
  template: unknown,
  extensions: readonly Extension[] = EXTENSIONS,
): Capabilities => {
  const { version } = template as Written;
  const newest = migrateTemplateFormat(template) as Template;
  const usedExtensions = extensions.filter(({ isInTemplate }) => isInTemplate?.(newest));
  return {
    format: typeof version === 'number' ? version : 1,
    draws: sortUniqueNames([
      ...listElementKinds(newest.elements),
      ...listNamesOfExtensions(usedExtensions),
    ]),
  };
};

/** Capabilities a setup requires in addition. */
export const getSetupCapabilityNeeds = (
  setup: Setup,
  extensions: readonly Extension[] = EXTENSIONS,
): Capabilities => ({
  format: 1,
  draws: sortUniqueNames(
    listNamesOfExtensions(extensions.filter(({ isInSetup }) => isInSetup?.(setup))),
  ),
});

/**
 * Capabilities the labels' characters require. `edition` comes from `findOldestFontEdition` of
 * `@yunbiao/label`.
 */
export const getFontCapabilityNeeds = (edition: number): Capabilities => ({
  format: 1,
  draws: edition > 1 ? [formatFontEdition(edition)] : [],
});

export const mergeCapabilityNeeds = (a: Capabilities, b: Capabilities): Capabilities => ({
  format: Math.max(a.format, b.format),
  draws: sortUniqueNames([...a.draws, ...b.draws]),
});

export const canMeetCapabilityNeeds = (client: Capabilities, needs: Capabilities): boolean =>
  needs.format <= client.format && needs.draws.every((name) => client.draws.includes(name));

/** Database format: `1 qr text`. */
export const formatCapabilities = ({ format, draws }: Capabilities): string =>
  [format, ...draws].join(' ');

/** Parses stored capabilities. '' is stored in rows written before capabilities existed. */
export const parseCapabilities = (json: string): Capabilities => {
  if (json === '') return BASELINE_CAPABILITIES;
  const [format, ...draws] = json.split(' ');
  return { format: Number(format), draws };
};
