import type { ReactNode } from 'react';
import css from './section.module.css';

type SectionProps = {
  title: ReactNode;
  /** Paragraphs under the title. */
  say?: readonly ReactNode[];
  /** A link under them. */
  more?: ReactNode;
  children: ReactNode;
};

/** One chapter of a public page: title and words at the left, the thing itself at the right, ticks above. */
export const Section = ({ title, say = [], more, children }: SectionProps) => (
  <section className="wrap">
    <div className={`${css.section} ticked`}>
      <div>
        <h2>{title}</h2>
        {say.map((text, index) => (
          <p className={css.say} key={index}>
            {text}
          </p>
        ))}
        {more && <p className={css.more}>{more}</p>}
      </div>
      <div className={css.body}>{children}</div>
    </div>
  </section>
);
