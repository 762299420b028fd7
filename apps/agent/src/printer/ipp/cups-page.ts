import { dotsPage } from '@yunbiao/label';
import type { Page } from '../queue.ts';
import { keyword } from './encode.ts';
import type { SentAttributes } from './encode.ts';
import { pageAttributes } from './page-attributes.ts';

const POINTS_PER_INCH = 72;
const HUNDREDTHS_PER_INCH = 2540;

/** What queues of CUPS are told of a page: all of them know these, and what paper there is, the driver sorts out. */
const ANY_LENGTH = { min: 1, max: 1_000_000 };
const CAN = {
  media: [{ x: ANY_LENGTH, y: ANY_LENGTH }],
  leavesSize: true,
  leavesSheets: true,
};

const toPoints = (mm: number): number => Math.ceil((mm / 25.4) * POINTS_PER_INCH - 1e-6);

/** Its hundredths of a millimetre are no less than these points: CUPS takes whole ones, and cuts the rest off. */
const toMm = (points: number): number =>
  Math.ceil((points * HUNDREDTHS_PER_INCH) / POINTS_PER_INCH) / 100;

/** CUPS hands `300x300dpi` to the driver, most of which have a choice `300dpi`: that is said, too. */
const sayResolution = (dpi: number): SentAttributes => [
  ['printer-resolution', { tag: 'resolution', value: { x: dpi, y: dpi } }],
  ['Resolution', keyword(`${dpi}dpi`)],
];

/**
 * How a page is to lie on the paper of a queue: on custom paper of whole points, which is as large as the page of a picture,
 * so that CUPS neither moves nor cuts it, and at the resolution its dots are of, where the queue has that.
 */
export const cupsPageAttributes = (page: Page, resolutions: readonly number[]): SentAttributes => {
  const { widthPt, heightPt } = page.dots
    ? dotsPage(page.dots.bitmap, page.dots.dpi)
    : { widthPt: toPoints(page.widthMm), heightPt: toPoints(page.heightMm) };
  const paper = { ...page, widthMm: toMm(widthPt), heightMm: toMm(heightPt) };
  const dpi = page.dots?.dpi ?? 0;
  return [...pageAttributes(paper, CAN), ...(resolutions.includes(dpi) ? sayResolution(dpi) : [])];
};
