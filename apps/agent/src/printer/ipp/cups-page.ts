import { computeDotsPage } from '@yunbiao/label';
import type { Page } from '../queue.ts';
import { tagKeyword } from './encode.ts';
import type { TaggedAttributes } from './encode.ts';
import { buildPageAttributes } from './page-attributes.ts';

const POINTS_PER_INCH = 72;
const HUNDREDTHS_PER_INCH = 2540;

/**
 * Any length, hundredths of a millimetre, for queues that accept custom sizes. The driver of the
 * queue decides about the media.
 */
const ANY_LENGTH = { min: 1, max: 1_000_000 };
const CUPS_ABILITIES = {
  media: [{ x: ANY_LENGTH, y: ANY_LENGTH }],
  canDisableScaling: true,
  canDisableBanners: true,
};

const convertMmToPoints = (mm: number): number => Math.ceil((mm / 25.4) * POINTS_PER_INCH - 1e-6);

/** Converts points to mm, rounded up to hundredths: CUPS truncates to whole points. */
const convertPointsToMm = (points: number): number =>
  Math.ceil((points * HUNDREDTHS_PER_INCH) / POINTS_PER_INCH) / 100;

/** CUPS passes `300x300dpi` to the driver, but most drivers have a choice `300dpi`: send both. */
const buildResolutionAttributes = (dpi: number): TaggedAttributes => [
  ['printer-resolution', { tag: 'resolution', value: { x: dpi, y: dpi } }],
  ['Resolution', tagKeyword(`${dpi}dpi`)],
];

/**
 * Builds the page attributes of a CUPS job: custom media in whole points with exactly the size of
 * the page, so that CUPS neither moves nor crops it, and the resolution of its dots if the queue
 * supports it.
 */
export const buildCupsPageAttributes = (
  page: Page,
  resolutions: readonly number[],
): TaggedAttributes => {
  const { widthPt, heightPt } = page.dots
    ? computeDotsPage(page.dots.bitmap, page.dots.dpi)
    : { widthPt: convertMmToPoints(page.widthMm), heightPt: convertMmToPoints(page.heightMm) };
  const paper = {
    ...page,
    widthMm: convertPointsToMm(widthPt),
    heightMm: convertPointsToMm(heightPt),
  };
  const dpi = page.dots?.dpi ?? 0;
  return [
    ...buildPageAttributes(paper, CUPS_ABILITIES),
    ...(resolutions.includes(dpi) ? buildResolutionAttributes(dpi) : []),
  ];
};
