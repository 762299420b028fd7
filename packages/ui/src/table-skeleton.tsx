type RowsProps = {
  rows: number;
  /** A mark, a name, the long one, and two short ones; or the first of them. */
  cells?: number;
  rowClass?: string | undefined;
};

/** Rows of a table before its data is there. */
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
  /** The line under the title. */
  say: string;
  /** What is on its way, read aloud: 正在读取通知. */
  label: string;
  /** Without the scale that shows something is going on. */
  quiet?: boolean;
};

/** A page of the user area before its data is there: its head is known, its table is not. */
export const TableSkeleton = ({ title, say, label, quiet, ...rows }: TableSkeletonProps) => (
  <div aria-busy="true">
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        <p>{say}</p>
      </div>
    </div>
    {!quiet && <div className="bone-scale" />}
    <div className="bone-table" role="status" aria-label={label}>
      <SkeletonRows {...rows} />
    </div>
  </div>
);
