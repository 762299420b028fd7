import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from '../stat.module.css';

/**
 * The data of a chart as a table. Two years of days are thousands of cells, so they are rendered
 * only after the table is opened.
 */
export const ChartTable = ({ children }: { children: () => ReactNode }) => {
  const details = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  // The element may have been opened before hydration.
  useEffect(() => setOpen(details.current?.open ?? false), []);
  return (
    <details
      ref={details}
      className={css.asTable}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="small">查看表格</summary>
      {open && children()}
    </details>
  );
};
