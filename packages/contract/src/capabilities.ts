import { NEWEST_FONT_EDITION } from '@yunbiao/label/known-font';
import { isDeepOrInterlaced } from '@yunbiao/label/png-header';
import { inNewestFormat, TEMPLATE_VERSION } from '@yunbiao/label/schema';
import type { TableCell, Template, TemplateElement } from '@yunbiao/label/template';
import { z } from 'zod';
import type { Setup } from './gateway.ts';
import { CAPABILITY_LENGTH, MAX_CAPABILITIES } from './limits/client.ts';

/**
 * What a print client can draw, and what a label needs: a client announces the one in its `hello`, the server keeps the
 * other with the batch, and leases a label to a client that has all it needs. How the schema grows by them:
 * docs/decisions/2026-11-29-client-capabilities.md.
 */
export type Capabilities = {
  /** The newest format of templates that is read. */
  format: number;
  /** Kinds of elements, codes among them, and names of extensions. */
  draws: readonly string[];
};

type Kind = Template['elements'][number]['type'];

/** A kind that is missing here does not compile. */
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
 * Something templates or setups have gained within a format, beside kinds of elements; clients from before it would refuse it,
 * or leave it out.
 */
export type Extension = {
  /** As clients announce it: `text.outline`. */
  name: string;
  isInTemplate?: (template: Template) => boolean;
  isInSetup?: (setup: Setup) => boolean;
};

/** All elements, in cells of tables and hidden ones as well: a client refuses a template for one that is hidden, too. */
const listElements = ({ elements }: Template): (TemplateElement | TableCell)[] =>
  elements.flatMap((element): (TemplateElement | TableCell)[] =>
    element.type === 'table' ? [element, ...element.cells] : [element],
  );

export const EXTENSIONS: readonly Extension[] = [
  {
    name: 'code39.full-ascii',
    isInTemplate: (template) => listElements(template).some((element) => 'fullAscii' in element),
  },
  {
    name: 'images.any-png',
    isInTemplate: ({ images = [] }) => images.some(({ png }) => isDeepOrInterlaced(png)),
  },
  { name: 'setup.vector', isInSetup: ({ vector }) => vector },
];

const nameFontEdition = (edition: number): string => `fonts.${edition}`;

/** Editions of the label fonts after the first, which every client has. */
export const FONT_CAPABILITIES: readonly string[] = Array.from(
  { length: NEWEST_FONT_EDITION - 1 },
  (_, index) => nameFontEdition(index + 2),
);

/** What this program draws. */
export const CAPABILITIES: Capabilities = {
  format: TEMPLATE_VERSION,
  draws: [
    ...Object.keys(KINDS),
    ...EXTENSIONS.map(({ name }) => name),
    ...FONT_CAPABILITIES,
  ].toSorted(),
};

/** What a client draws that announces nothing: the release before clients did. It never grows. */
export const BASELINE: Capabilities = {
  format: 1,
  draws: `
    aztec codabar code128 code39 code93 databar databar-expanded databar-expanded-stacked databar-limited databar-stacked
    databar-stacked-omni datamatrix ean13 ean8 ellipse gs1-128 gs1-datamatrix image itf14 line microqr pdf417 qr rect
    table text upca upce
  `
    .trim()
    .split(/\s+/),
};

/** As a hello says it. */
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

/** Kinds of all elements: a client refuses a template for one that is hidden, too. */
const listKinds = (elements: Written['elements'] = []): string[] =>
  elements.flatMap(({ type, cells }) => [type, ...listKinds(cells)]);

const sortNames = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

const listNames = (used: readonly Extension[]): string[] => used.map(({ name }) => name);

/** What it takes to draw a template, as it is stored, in whatever format. */
export const getTemplateNeeds = (
  template: unknown,
  extensions: readonly Extension[] = EXTENSIONS,
): Capabilities => {
  const { version } = template as Written;
  const newest = inNewestFormat(template) as Template;
  const used = extensions.filter(({ isInTemplate }) => isInTemplate?.(newest));
  return {
    format: typeof version === 'number' ? version : 1,
    draws: sortNames([...listKinds(newest.elements), ...listNames(used)]),
  };
};

/** What a setup takes in addition. */
export const getSetupNeeds = (
  setup: Setup,
  extensions: readonly Extension[] = EXTENSIONS,
): Capabilities => ({
  format: 1,
  draws: sortNames(listNames(extensions.filter(({ isInSetup }) => isInSetup?.(setup)))),
});

/** What the characters of labels take: `edition` as `getFontEdition` of `@yunbiao/label` finds it. */
export const getFontNeeds = (edition: number): Capabilities => ({
  format: 1,
  draws: edition > 1 ? [nameFontEdition(edition)] : [],
});

/** Both together. */
export const joinNeeds = (one: Capabilities, other: Capabilities): Capabilities => ({
  format: Math.max(one.format, other.format),
  draws: sortNames([...one.draws, ...other.draws]),
});

export const canDraw = (client: Capabilities, needs: Capabilities): boolean =>
  needs.format <= client.format && needs.draws.every((name) => client.draws.includes(name));

/** As rows keep them: `1 qr text`. */
export const writeCapabilities = ({ format, draws }: Capabilities): string =>
  [format, ...draws].join(' ');

/** '' is what rows from before there were capabilities have. */
export const readCapabilities = (stored: string): Capabilities => {
  if (stored === '') return BASELINE;
  const [format, ...draws] = stored.split(' ');
  return { format: Number(format), draws };
};
