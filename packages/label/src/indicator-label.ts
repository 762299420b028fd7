import { getDotsPerMm } from './layout/place.ts';
import type { Dpi, Template } from './template.ts';

const RESOLUTIONS = [203, 300, 600] as const satisfies readonly Dpi[];

/** Margin of the printed content, mm. */
const MARGIN_MM = 1.5;
const NUMBER_MM = 7;
const HEAD_MM = 3.2;
/**
 * Minimum label width for bars of 10 mm, mm: at 203 dpi the longest bar has three times its nominal
 * length.
 */
const WIDE_LABEL_MM = 42;

type IndicatorSpec = { language: string; dpi: Dpi; widthMm: number; heightMm: number };

/** Nominal length of the bar for the printer's own resolution, mm; short on narrow labels. */
export const getIndicatorBarLength = ({ widthMm }: Pick<IndicatorSpec, 'widthMm'>): 5 | 10 =>
  widthMm >= WIDE_LABEL_MM ? 10 : 5;

const createBox = (id: string, xMm: number, yMm: number, w: number, h: number) => ({
  id,
  xMm,
  yMm,
  widthMm: w,
  heightMm: h,
  rotation: 0 as const,
});

const createIndicatorText = (
  id: string,
  place: ReturnType<typeof createBox>,
  content: string,
  sizeMm: number,
) => ({
  type: 'text' as const,
  ...place,
  id,
  content,
  sizeMm,
  weight: 700 as const,
  align: 'left' as const,
  fit: 'shrink' as const,
  minSizeMm: 1,
});

/**
 * Test label that identifies a printer's language and resolution. If it prints legibly, the
 * language is right. Each bar is drawn for one resolution; the bar for the printer's own resolution
 * is exactly {@link getIndicatorBarLength} long.
 */
export function createPrinterTestTemplate({
  language,
  dpi,
  widthMm,
  heightMm,
}: IndicatorSpec): Template {
  const mm = getIndicatorBarLength({ widthMm });
  const rowMm = Math.max(
    1.8,
    Math.min(5, (heightMm - 2 * MARGIN_MM - HEAD_MM) / RESOLUTIONS.length),
  );
  const isWithinLabelHeight = (yMm: number, h: number): boolean => yMm + h <= heightMm - 0.2;
  const rows = RESOLUTIONS.flatMap((resolution, row) => {
    const yMm = MARGIN_MM + HEAD_MM + row * rowMm;
    const barMm = Math.round(mm * getDotsPerMm(resolution)) / getDotsPerMm(dpi);
    const thickMm = Math.min(1.5, rowMm * 0.5);
    if (!isWithinLabelHeight(yMm, rowMm) || MARGIN_MM + NUMBER_MM + barMm > widthMm) return [];
    return [
      createIndicatorText(
        `number-${resolution}`,
        createBox('', MARGIN_MM, yMm, NUMBER_MM - 0.5, rowMm),
        String(resolution),
        Math.min(3, rowMm * 0.8),
      ),
      {
        type: 'rect' as const,
        ...createBox(
          `bar-${resolution}`,
          MARGIN_MM + NUMBER_MM,
          yMm + (rowMm - thickMm) / 2,
          barMm,
          thickMm,
        ),
        lineMm: 0,
      },
    ];
  });
  const headMm = Math.max(1, Math.min(HEAD_MM, heightMm - 2 * MARGIN_MM));
  const head = createIndicatorText(
    'language',
    createBox('', MARGIN_MM, MARGIN_MM, Math.max(2, widthMm - 2 * MARGIN_MM), headMm),
    `${language} ${dpi}`,
    Math.min(2.8, headMm),
  );
  return { version: 1, widthMm, heightMm, fields: [], elements: [head, ...rows] };
}
