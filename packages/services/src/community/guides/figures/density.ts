import { layoutLabel, rasterizeScene, type Images, type Picture } from '@yunbiao/label';
import { PIXELS_PER_DOT, simulateThermalPrint } from '@yunbiao/label/scan';
import { getLabelFonts } from '../../../identity/software/label-fonts.ts';
import type { GuidePicture } from '../guide.ts';
import {
  createFigureTemplate,
  createBoxElement,
  createTextElement,
  FIGURE_WIDTH_MM,
} from './shapes.ts';

const DPI = 203;
const HEIGHT_MM = 21;
const DOT_MM = 0.125;
/** Size of the printed detail, dots: enlarged it fills the figure. */
const DETAIL = { width: 112, height: 48 };

/** Bars of two dots with gaps of two to six dots, and a character. */
const createDetailTemplate = () => ({
  ...createFigureTemplate(DETAIL.height * DOT_MM, [
    ...[0, 4, 8, 14, 20, 28, 32, 40].map((dot) =>
      createBoxElement([0.5 + dot * DOT_MM, 0.5, 2 * DOT_MM, 5], 0),
    ),
    createTextElement('标', [7, 0.5, 6, 5], { sizeMm: 4.5, align: 'left' }),
  ]),
  widthMm: DETAIL.width * DOT_MM,
});

/**
 * The detail as a print head burns it, three pixels a dot. Drawn on first use, as fonts are loaded
 * then.
 * @param spread dot gain in thirds of a dot
 */
const createPrintedDetail = (spread: number): Images => {
  let printed: Picture | undefined;
  return {
    get: () => {
      if (printed) return printed;
      const scene = layoutLabel({
        template: createDetailTemplate(),
        data: {},
        media: { dpi: DPI },
        fonts: getLabelFonts(),
      });
      const { width, height, grey } = simulateThermalPrint(rasterizeScene(scene), spread);
      printed = { width, height, gray: grey };
      return printed;
    },
  };
};

const createDensityPicture = (spread: number, alt: string, note: string): GuidePicture => ({
  template: createFigureTemplate(HEIGHT_MM, [
    {
      type: 'image',
      xMm: (FIGURE_WIDTH_MM - DETAIL.width * PIXELS_PER_DOT * DOT_MM) / 2,
      yMm: 1.5,
      widthMm: DETAIL.width * PIXELS_PER_DOT * DOT_MM,
      heightMm: DETAIL.height * PIXELS_PER_DOT * DOT_MM,
      rotation: 0,
      image: 'detail',
      fit: 'contain',
      dither: 'threshold',
    },
  ]),
  images: createPrintedDetail(spread),
  alt,
  note,
});

export const DENSITY_PICTURES: readonly GuidePicture[] = [
  createDensityPicture(1, '几根细条和一个“标”字，条与条之间的白看得清楚', '浓度合适：白缝都在'),
  createDensityPicture(
    3,
    '同样的细条和字，黑的地方都胖了一圈，白缝快没有了',
    '太浓：点晕开，白缝变窄',
  ),
];
