import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from './stat.module.css';

/** What a chart draws, as numbers. Two years of days are thousands of cells: they are made for whoever opens it. */
export const AsTable = ({ children }: { children: () => ReactNode }) => {
  const details = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  // It may have been opened before the page came alive.
  useEffect(() => setOpen(details.current?.open ?? false), []);
  return (
    <details
      ref={details}
      className={css.asTable}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="small">看表格</summary>
      {open && children()}
    </details>
  );
};
