/** Linear symbologies, as named in templates. */
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

/** Symbologies with an optional check character; the others always have one or none. */
export const CHECK_OPTIONAL_NAMES = ['code39', 'codabar'] as const;

export type CheckOptionalName = (typeof CHECK_OPTIONAL_NAMES)[number];

/** Stacked GS1 DataBar symbologies, as named in templates. */
export const STACKED_NAMES = [
  'databar-stacked',
  'databar-stacked-omni',
  'databar-expanded-stacked',
] as const;

/** Methods that convert the greys of a picture to dots. */
export const DITHERS = ['threshold', 'floyd-steinberg', 'ordered'] as const;

/**
 * Scaling of a picture: entirely inside its box, covering the entire box, or stretched to the box.
 */
export const FITS = ['contain', 'cover', 'stretch'] as const;

/** Digits of serial numbers: `clear` is base 36 without letters that look like digits. */
export const DIGITS = ['decimal', 'hex', 'base36', 'clear', 'letters', 'custom'] as const;
