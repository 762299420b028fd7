import { dotsPerMm } from './layout/place.ts';
import type { Dpi, Template } from './template.ts';

const RESOLUTIONS = [203, 300, 600] as const satisfies readonly Dpi[];

/** From the edge to what is printed, mm. */
const MARGIN_MM = 1.5;
const NUMBER_MM = 7;
const HEAD_MM = 3.2;
/** The longest bar is three times as long as it means to be, at 203 dpi. */
const WIDE_MM = 42;

type Told = { language: string; dpi: Dpi; widthMm: number; heightMm: number };

/** How long the bar of the printer's own resolution is, mm: short ones where long ones would not fit. */
export const tellTaleMm = ({ widthMm }: Pick<Told, 'widthMm'>): 5 | 10 =>
  widthMm >= WIDE_MM ? 10 : 5;

/**
 * The label that shows how a printer must be spoken to: that it can be read at all says the language, and of its bars, each
 * drawn for one resolution, the one of the printer's own is exactly {@link tellTaleMm} long.
 */
export function tellTale({ language, dpi, widthMm, heightMm }: Told): Template {
  const mm = tellTaleMm({ widthMm });
  const rowMm = Math.max(
    1.8,
    Math.min(5, (heightMm - 2 * MARGIN_MM - HEAD_MM) / RESOLUTIONS.length),
  );
  const at = (id: string, xMm: number, yMm: number, w: number, h: number) => ({
    id,
    xMm,
    yMm,
    widthMm: w,
    heightMm: h,
    rotation: 0 as const,
  });
  const text = (id: string, place: ReturnType<typeof at>, content: string, sizeMm: number) => ({
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
  const isRoom = (yMm: number, h: number): boolean => yMm + h <= heightMm - 0.2;
  const rows = RESOLUTIONS.flatMap((one, row) => {
    const yMm = MARGIN_MM + HEAD_MM + row * rowMm;
    const barMm = Math.round(mm * dotsPerMm(one)) / dotsPerMm(dpi);
    const thickMm = Math.min(1.5, rowMm * 0.5);
    if (!isRoom(yMm, rowMm) || MARGIN_MM + NUMBER_MM + barMm > widthMm) return [];
    return [
      text(
        `number-${one}`,
        at('', MARGIN_MM, yMm, NUMBER_MM - 0.5, rowMm),
        String(one),
        Math.min(3, rowMm * 0.8),
      ),
      {
        type: 'rect' as const,
        ...at(`bar-${one}`, MARGIN_MM + NUMBER_MM, yMm + (rowMm - thickMm) / 2, barMm, thickMm),
        lineMm: 0,
      },
    ];
  });
  const headMm = Math.max(1, Math.min(HEAD_MM, heightMm - 2 * MARGIN_MM));
  const head = text(
    'language',
    at('', MARGIN_MM, MARGIN_MM, Math.max(2, widthMm - 2 * MARGIN_MM), headMm),
    `${language} ${dpi}`,
    Math.min(2.8, headMm),
  );
  return { version: 1, widthMm, heightMm, fields: [], elements: [head, ...rows] };
}
