import type { ReactNode } from 'react';

type RowsProps = {
  rows: number;
  /** Number of cells per row: an icon, a name, a long text and two short ones, from the left. */
  cells?: number;
  /** Row height, CSS px; that of the stylesheet without it. */
  rowHeightPx?: number;
  /** The long text gets shorter from row to row. */
  isTapered?: boolean;
};

const LONG_TEXT_CELL = 2;

/** Placeholder rows while a table loads. */
export const SkeletonRows = ({ rows, cells = 5, rowHeightPx, isTapered = false }: RowsProps) =>
  Array.from({ length: rows }, (_, row) => (
    <div key={row} style={rowHeightPx === undefined ? undefined : { height: rowHeightPx }}>
      {Array.from({ length: cells }, (_cell, cell) => (
        <span
          key={cell}
          className="bone"
          style={isTapered && cell === LONG_TEXT_CELL ? { width: `${70 - row * 4}%` } : undefined}
        />
      ))}
    </div>
  ));

type PageSkeletonProps = {
  title: string;
  /** Line under the title. */
  subtitle?: string | undefined;
  /** Hides the progress scale. */
  hideScale?: boolean | undefined;
};

/** Placeholder of a page in the user area: the heading is known, `children` is loading. */
export const PageSkeleton = ({
  title,
  subtitle,
  hideScale,
  children,
}: PageSkeletonProps & { children: ReactNode }) => (
  <div aria-busy="true">
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {subtitle !== undefined && <p>{subtitle}</p>}
      </div>
    </div>
    {!hideScale && <div className="bone-scale" />}
    {children}
  </div>
);

/** Placeholder of a page whose table is loading. */
export const TableSkeleton = ({
  title,
  subtitle,
  label,
  hideScale,
  ...rows
}: RowsProps &
  PageSkeletonProps & {
    /** Announced to screen readers: 正在读取通知. */
    label: string;
  }) => (
  <PageSkeleton title={title} subtitle={subtitle} hideScale={hideScale}>
    <div className="bone-table" role="status" aria-label={label}>
      <SkeletonRows {...rows} />
    </div>
  </PageSkeleton>
);
