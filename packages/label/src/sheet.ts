import type { Scene } from './scene.ts';

export type SheetSize = { widthMm: number; heightMm: number };

/**
 * Labels in columns and rows on a sheet: position of the first label and gaps between labels, mm.
 */
export type Sheet = {
  paper: SheetSize;
  columns: number;
  rows: number;
  leftMm: number;
  topMm: number;
  gapXMm: number;
  gapYMm: number;
};

/** A sheet of labels with the top left corner of each, mm. `isOutlined` draws cut lines. */
export type SheetPage = {
  paper: SheetSize;
  labels: readonly { scene: Scene; xMm: number; yMm: number }[];
  isOutlined?: boolean;
};

/** Unprintable margin of a sheet, and gap for cutting between labels, mm. */
const MARGIN_MM = 5;
const GAP_MM = 2;
/** Sizes are entered in hundredths of a millimetre. */
const TOLERANCE_MM = 0.005;

const roundToTenths = (mm: number): number => Math.round(mm * 10) / 10;

/** Fills a sheet with as many labels as fit, centred; null if none fits. */
export function computeFullSheetLayout(paper: SheetSize, label: SheetSize): Sheet | null {
  const countFittingLabels = (room: number, side: number): number =>
    Math.floor((room - 2 * MARGIN_MM + GAP_MM + TOLERANCE_MM) / (side + GAP_MM));
  const columns = countFittingLabels(paper.widthMm, label.widthMm);
  const rows = countFittingLabels(paper.heightMm, label.heightMm);
  if (columns < 1 || rows < 1) return null;
  const computeMargin = (room: number, side: number, count: number): number =>
    roundToTenths((room - count * side - (count - 1) * GAP_MM) / 2);
  return {
    paper,
    columns,
    rows,
    leftMm: computeMargin(paper.widthMm, label.widthMm, columns),
    topMm: computeMargin(paper.heightMm, label.heightMm, rows),
    gapXMm: GAP_MM,
    gapYMm: GAP_MM,
  };
}

/** Chinese reason why the labels do not fit on the sheet; '' if they fit. */
export function describeSheetFault(sheet: Sheet, label: SheetSize): string {
  const { paper, columns, rows, leftMm, topMm, gapXMm, gapYMm } = sheet;
  const width = leftMm + columns * label.widthMm + (columns - 1) * gapXMm;
  const height = topMm + rows * label.heightMm + (rows - 1) * gapYMm;
  const describeOverflow = (
    count: string,
    needs: number,
    roomCount: number,
    side: string,
  ): string =>
    needs > roomCount + TOLERANCE_MM
      ? `${count}要 ${Number(needs.toFixed(2))} mm ${side}，纸只有 ${roomCount} mm：少排一些，或者把边距、间距改小`
      : '';
  return (
    describeOverflow(`${columns} 列`, width, paper.widthMm, '宽') ||
    describeOverflow(`${rows} 行`, height, paper.heightMm, '高')
  );
}

/** Top left corners of the labels on a sheet, mm, row by row. */
export function listSheetPlaces(sheet: Sheet, label: SheetSize): { xMm: number; yMm: number }[] {
  const { columns, rows, leftMm, topMm, gapXMm, gapYMm } = sheet;
  return Array.from({ length: columns * rows }, (_, i) => ({
    xMm: leftMm + (i % columns) * (label.widthMm + gapXMm),
    yMm: topMm + Math.floor(i / columns) * (label.heightMm + gapYMm),
  }));
}
