import type { ReactNode } from 'react';
import css from './stack-table.module.css';

type StackTableProps = {
  /** Caption for screen readers. */
  caption: string;
  /** Column headings. Each cell repeats its heading in `data-head` for stacked rows. */
  headings: readonly string[];
  /** Headings of numeric columns. */
  numeric?: readonly string[];
  className?: string | undefined;
  /** Rows with one more cell than headings, for actions. */
  children: ReactNode;
};

/** A table that becomes lists of names and values on narrow screens. */
export const StackTable = ({
  caption,
  headings,
  numeric = [],
  className = '',
  children,
}: StackTableProps) => (
  <table className={`${css.stack} ${className}`}>
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {headings.map((head) => (
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
