import { Link } from '@tanstack/react-router';
import type { SearchData } from './address.ts';
import css from './search.module.css';

/** What the query names in the handbook of codes and elements: it is no text that was found, but what is meant. */
export const HandbookHits = ({ alias, hits }: { alias: string; hits: SearchData['handbook'] }) =>
  hits.length === 0 ? null : (
    <section className={css.handbook} aria-label="条码与元素手册">
      <ul className={css.hits}>
        {hits.map(({ name, title, use }) => (
          <li key={name}>
            <span className={css.kind}>手册</span>
            <h2>
              <Link to="/$soft/tools/codes/{$name}.html" params={{ soft: alias, name }} data-hit>
                {title}
              </Link>
            </h2>
            <p data-prose>{use}</p>
          </li>
        ))}
      </ul>
    </section>
  );
