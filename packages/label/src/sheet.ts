import type { Scene } from './scene.ts';

export type SheetSize = { widthMm: number; heightMm: number };

/** Labels in columns and rows on a sheet: where the first stands, and what is between two. Lengths in mm. */
export type Sheet = {
  paper: SheetSize;
  columns: number;
  rows: number;
  leftMm: number;
  topMm: number;
  gapXMm: number;
  gapYMm: number;
};

/** A sheet with labels on it: the top left corner of each, in mm. `isOutlined`: with the line to cut along. */
export type SheetPage = {
  paper: SheetSize;
  labels: readonly { scene: Scene; xMm: number; yMm: number }[];
  isOutlined?: boolean;
};

/** What printers leave white at the edges of a sheet, and room for a cut between two labels, in mm. */
const MARGIN_MM = 5;
const GAP_MM = 2;
/** Sizes are typed in hundredths of a millimetre. */
const EQUAL_MM = 0.005;

const toTenths = (mm: number): number => Math.round(mm * 10) / 10;

/** As many labels as a sheet holds, in its middle; null where it holds none. */
export function fullSheet(paper: SheetSize, label: SheetSize): Sheet | null {
  const most = (room: number, side: number): number =>
    Math.floor((room - 2 * MARGIN_MM + GAP_MM + EQUAL_MM) / (side + GAP_MM));
  const columns = most(paper.widthMm, label.widthMm);
  const rows = most(paper.heightMm, label.heightMm);
  if (columns < 1 || rows < 1) return null;
  const edge = (room: number, side: number, count: number): number =>
    toTenths((room - count * side - (count - 1) * GAP_MM) / 2);
  return {
    paper,
    columns,
    rows,
    leftMm: edge(paper.widthMm, label.widthMm, columns),
    topMm: edge(paper.heightMm, label.heightMm, rows),
    gapXMm: GAP_MM,
    gapYMm: GAP_MM,
  };
}

/** Why labels of this size do not go on the sheet so, in Chinese; '' when they do. */
export function sheetTrouble(sheet: Sheet, label: SheetSize): string {
  const { paper, columns, rows, leftMm, topMm, gapXMm, gapYMm } = sheet;
  const width = leftMm + columns * label.widthMm + (columns - 1) * gapXMm;
  const height = topMm + rows * label.heightMm + (rows - 1) * gapYMm;
  const over = (count: string, needs: number, has: number, side: string): string =>
    needs > has + EQUAL_MM
      ? `${count}要 ${Number(needs.toFixed(2))} mm ${side}，纸只有 ${has} mm：少排一些，或者把边距、间距改小`
      : '';
  return (
    over(`${columns} 列`, width, paper.widthMm, '宽') ||
    over(`${rows} 行`, height, paper.heightMm, '高')
  );
}

/** Top left corners of the labels of a sheet, in mm, row by row. */
export function sheetPlaces(sheet: Sheet, label: SheetSize): { xMm: number; yMm: number }[] {
  const { columns, rows, leftMm, topMm, gapXMm, gapYMm } = sheet;
  return Array.from({ length: columns * rows }, (_, i) => ({
    xMm: leftMm + (i % columns) * (label.widthMm + gapXMm),
    yMm: topMm + Math.floor(i / columns) * (label.heightMm + gapYMm),
  }));
}
