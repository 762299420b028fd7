import type { ReactNode } from 'react';
import type { Author } from './types.ts';
import css from './byline.module.css';

/** Author with marks, and further details in the same line. */
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
      // 官方 replaces a mark that would only repeat the nickname.
      <span className="tag">{author.official === author.nickname ? '官方' : author.official}</span>
    )}
    {isAsker && <span className="tag">提问者</span>}
    {children}
  </div>
);
