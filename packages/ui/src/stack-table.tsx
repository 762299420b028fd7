import type { ReactNode } from 'react';
import css from './stack-table.module.css';

type StackTableProps = {
  /** What it lists, read aloud. */
  caption: string;
  /** What stands over the columns; each cell says its own again as `data-head`, for where the rows are stacked. */
  heads: readonly string[];
  /** Heads of columns of figures. */
  numeric?: readonly string[];
  className?: string | undefined;
  /** Rows, each with one cell more than there are heads: what can be done with it. */
  children: ReactNode;
};

/** A table that becomes a list of names and values on narrow screens, where columns have no room. */
export const StackTable = ({
  caption,
  heads,
  numeric = [],
  className = '',
  children,
}: StackTableProps) => (
  <table className={`${css.stack} ${className}`}>
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col" className={numeric.includes(head) ? 'numeric' : undefined}>
            {head}
          </th>
        ))}
        <td />
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
