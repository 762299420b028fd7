import type { ReactNode } from 'react';
import css from './section.module.css';

type SectionProps = {
  title: ReactNode;
  /** Paragraphs under the title. */
  paragraphs?: readonly ReactNode[];
  /** A link under the paragraphs. */
  link?: ReactNode;
  children: ReactNode;
};

/** A chapter of a public page: title and text on the left, content on the right, ticks above. */
export const Section = ({ title, paragraphs = [], link: moreLink, children }: SectionProps) => (
  <section className="wrap">
    <div className={`${css.section} ticked`}>
      <div>
        <h2>{title}</h2>
        {paragraphs.map((text, index) => (
          <p className={css.say} key={index}>
            {text}
          </p>
        ))}
        {moreLink && <p className={css.more}>{moreLink}</p>}
      </div>
      <div className={css.body}>{children}</div>
    </div>
  </section>
);
