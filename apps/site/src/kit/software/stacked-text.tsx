import type { ReactNode } from 'react';
import css from './stacked-text.module.css';

/**
 * One of several texts in the same place (`pile`), to avoid layout shift when the displayed one
 * changes.
 */
export const StackedText = ({ isShown, children }: { isShown: boolean; children: ReactNode }) => (
  <span className={isShown ? undefined : css.under} aria-hidden={isShown ? undefined : true}>
    {children}
  </span>
);
