import type { ReactNode } from 'react';
import type { Author } from './types.ts';
import css from './byline.module.css';

/** Who wrote it, with the marks that matter, and what else is to be said in that line. */
export const Byline = ({
  author,
  isAsker = false,
  children,
}: {
  author: Author;
  isAsker?: boolean;
  children: ReactNode;
}) => (
  <div className={css.byline}>
    <b>{author.nickname}</b>
    {author.official && (
      // An account that is called by its mark need not say it twice.
      <span className="tag">{author.official === author.nickname ? '官方' : author.official}</span>
    )}
    {isAsker && <span className="tag">提问者</span>}
    {children}
  </div>
);
