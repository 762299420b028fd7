import css from './prose.module.css';

type ProseProps = {
  /** HTML rendered from Markdown and sanitized by the server. */
  html: string;
  as?: 'div' | 'article';
  className?: string | undefined;
};

/** Long text: paragraphs, lists, quotes, code, tables, links and pictures. */
export const Prose = ({ html, as: Tag = 'div', className = '' }: ProseProps) => (
  <Tag className={`prose ${css.prose} ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
);
