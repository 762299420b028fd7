import { GUIDE_TITLES, isGuideName } from '@yunbiao/contract/site/guides';
import { findPreviewTitle } from '@yunbiao/contract/site/preview-kinds';
import { getHandbookTitle, isHandbookName } from '../handbook/names.ts';
import { isBrandName } from '../printer-models/printer-facts.ts';
import { PRINTER_BRANDS } from '../printer-models/printer-models.ts';

export type PictureKind =
  | { title: string }
  | { title: string; handbook: string }
  | { templateId: number };

/** Kinds of named things, by the part of the kind before the name. */
const NAMED_KINDS: Readonly<Record<string, (name: string) => PictureKind | undefined>> = {
  codes: (name) =>
    isHandbookName(name) ? { title: getHandbookTitle(name), handbook: name } : undefined,
  guide: (name) => (isGuideName(name) ? { title: GUIDE_TITLES[name] } : undefined),
  printers: (name) =>
    isBrandName(name) ? { title: `${PRINTER_BRANDS[name].title}打印机` } : undefined,
  // One text per template, and an exact number: neither `012` nor more than 2^53.
  temp: (name) => (/^[1-9]\d{0,14}$/.test(name) ? { templateId: Number(name) } : undefined),
};

/**
 * Parses the kind of a picture: `qa`, `codes-ean13` (an entry of the handbook), `guide-phone`,
 * `printers-zebra` or `temp-12` (a public template). Undefined for any other text, so that the
 * number of pictures is bounded.
 */
export const parsePictureKind = (text: string): PictureKind | undefined => {
  const [, kind = '', name = ''] = /^([a-z]+)-([a-z0-9-]{1,40})$/.exec(text) ?? [];
  if (Object.hasOwn(NAMED_KINDS, kind)) return NAMED_KINDS[kind]?.(name);
  const title = findPreviewTitle(text);
  return title === undefined ? undefined : { title };
};
