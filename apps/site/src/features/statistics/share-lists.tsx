import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { vars } from '@yunbiao/ui/vars.ts';
import type { ReactNode } from 'react';
import { SOURCE_WORDS } from '../../kit/printing/print-words.ts';
import type { StatSearch } from './search.ts';
import css from './shares.module.css';
import { count, percent } from './words.ts';

type Shares = CallOutput<'printStatShares'>;

const Share = ({ name, labels, all }: { name: ReactNode; labels: number; all: number }) => (
  <li>
    <span className={css.name}>{name}</span>
    <span className={css.bar} style={vars({ v: all > 0 ? (labels / all) * 100 : 0 })} />
    <span className={css.labels}>
      {count(labels)} <small>{all > 0 ? percent(labels / all) : 0}&nbsp;%</small>
    </span>
  </li>
);

/** A name that narrows the page to it. */
const Narrow = ({
  search,
  more,
  children,
}: {
  search: StatSearch;
  more: Partial<StatSearch>;
  children: string;
}) => (
  <Link
    className="link"
    to="."
    search={{ ...search, ...more, page: undefined }}
    resetScroll={false}
    title={children}
  >
    {children}
  </Link>
);

const Templates = ({ shares, search }: { shares: Shares; search: StatSearch }) => {
  const { templates, otherTemplates } = shares;
  const all = templates.reduce((sum, { labels }) => sum + labels, otherTemplates.labels);
  return (
    <ul className={`medium ${css.shares}`} aria-label="按模板">
      {templates.map(({ id, name, labels }) => (
        <Share
          key={id ?? ''}
          labels={labels}
          all={all}
          name={
            id === null ? (
              '没有模板'
            ) : (
              <Narrow search={search} more={{ templateId: id }}>
                {name}
              </Narrow>
            )
          }
        />
      ))}
      {otherTemplates.count > 0 && (
        <Share name={`其余 ${otherTemplates.count} 个`} labels={otherTemplates.labels} all={all} />
      )}
    </ul>
  );
};

const Sources = ({ shares, search }: { shares: Shares; search: StatSearch }) => {
  const all = shares.sources.reduce((sum, { labels }) => sum + labels, 0);
  return (
    <ul className={`medium ${css.shares}`} aria-label="按来源">
      {shares.sources.map(({ source, labels }) => (
        <Share
          key={source}
          labels={labels}
          all={all}
          name={
            <Narrow search={search} more={{ source }}>
              {SOURCE_WORDS[source]}
            </Narrow>
          }
        />
      ))}
    </ul>
  );
};

/** What the labels of the period are made of. `shares` null: not read yet, the place is kept. */
export const ShareLists = ({ shares, search }: { shares: Shares | null; search: StatSearch }) => (
  <section className={`block ${css.lists}`}>
    <div>
      <h2 className="section-title">按模板</h2>
      {shares && <Templates shares={shares} search={search} />}
    </div>
    <div>
      <h2 className="section-title">按来源</h2>
      {shares && <Sources shares={shares} search={search} />}
    </div>
  </section>
);
