/** Linear symbologies, as a template names them. */
export const LINEAR_NAMES = [
  'code128',
  'gs1-128',
  'ean13',
  'ean8',
  'upca',
  'upce',
  'itf14',
  'code39',
  'code93',
  'codabar',
  'databar',
  'databar-limited',
  'databar-expanded',
] as const;

export type LinearName = (typeof LINEAR_NAMES)[number];

/** Those whose check character is a choice: the others always have one, or know none. */
export const CHECK_OPTIONAL_NAMES = ['code39', 'codabar'] as const;

export type CheckOptionalName = (typeof CHECK_OPTIONAL_NAMES)[number];

/** GS1 DataBar in rows, as a template names it. */
export const STACKED_NAMES = [
  'databar-stacked',
  'databar-stacked-omni',
  'databar-expanded-stacked',
] as const;

/** How the greys of a picture become dots. */
export const DITHERS = ['threshold', 'floyd-steinberg', 'ordered'] as const;

/** How a picture meets its box: all of it inside, all of the box under it, or both with its sides changed. */
export const FITS = ['contain', 'cover', 'stretch'] as const;

/** What serial numbers are written with: `clear` is base 36 without letters that look like digits. */
export const DIGITS = ['decimal', 'hex', 'base36', 'clear', 'letters', 'custom'] as const;
