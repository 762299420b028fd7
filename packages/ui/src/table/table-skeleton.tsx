type RowsProps = {
  rows: number;
  /** Number of cells per row: an icon, a name, a long text and two short ones, from the left. */
  cells?: number;
  rowClass?: string | undefined;
};

/** Placeholder rows while a table loads. */
export const SkeletonRows = ({ rows, cells = 5, rowClass }: RowsProps) =>
  Array.from({ length: rows }, (_, row) => (
    <div key={row} className={rowClass}>
      {Array.from({ length: cells }, (_cell, cell) => (
        <span key={cell} className="bone" />
      ))}
    </div>
  ));

type TableSkeletonProps = RowsProps & {
  title: string;
  /** Line under the title. */
  subtitle: string;
  /** Announced to screen readers: 正在读取通知. */
  label: string;
  /** Hides the progress scale. */
  hideScale?: boolean;
};

/** Placeholder of a page in the user area: the heading is known, the table is loading. */
export const TableSkeleton = ({
  title,
  subtitle,
  label,
  hideScale,
  ...rows
}: TableSkeletonProps) => (
  <div aria-busy="true">
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        <p>{subtitle}</p>
      </div>
    </div>
    {!hideScale && <div className="bone-scale" />}
    <div className="bone-table" role="status" aria-label={label}>
      <SkeletonRows {...rows} />
    </div>
  </div>
);
