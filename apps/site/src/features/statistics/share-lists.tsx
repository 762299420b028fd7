import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { ReactNode } from 'react';
import { SOURCE_LABELS } from '../../kit/printing/print-status.ts';
import type { StatSearch } from './search.ts';
import css from './shares.module.css';
import { count, formatPercent } from './words.ts';

type Shares = CallOutput<'printStatShares'>;

const ShareRow = ({ name, labels, all }: { name: ReactNode; labels: number; all: number }) => (
  <li>
    <span className={css.name}>{name}</span>
    <span className={css.bar} style={toCssVars({ v: all > 0 ? (labels / all) * 100 : 0 })} />
    <span className={css.labels}>
      {count(labels)} <small>{all > 0 ? formatPercent(labels / all) : 0}&nbsp;%</small>
    </span>
  </li>
);

/** A link that adds a filter to the page. */
const FilterLink = ({
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

const TemplateShares = ({ shares, search }: { shares: Shares; search: StatSearch }) => {
  const { templates, otherTemplates } = shares;
  const total = templates.reduce((sum, { labels }) => sum + labels, otherTemplates.labels);
  return (
    <ul className={`medium ${css.shares}`} aria-label="按模板">
      {templates.map(({ id, name, labels }) => (
        <ShareRow
          key={id ?? ''}
          labels={labels}
          all={total}
          name={
            id === null ? (
              '没有模板'
            ) : (
              <FilterLink search={search} more={{ templateId: id }}>
                {name}
              </FilterLink>
            )
          }
        />
      ))}
      {otherTemplates.count > 0 && (
        <ShareRow
          name={`其余 ${otherTemplates.count} 个`}
          labels={otherTemplates.labels}
          all={total}
        />
      )}
    </ul>
  );
};

const SourceShares = ({ shares, search }: { shares: Shares; search: StatSearch }) => {
  const total = shares.sources.reduce((sum, { labels }) => sum + labels, 0);
  return (
    <ul className={`medium ${css.shares}`} aria-label="按来源">
      {shares.sources.map(({ source, labels }) => (
        <ShareRow
          key={source}
          labels={labels}
          all={total}
          name={
            <FilterLink search={search} more={{ source }}>
              {SOURCE_LABELS[source]}
            </FilterLink>
          }
        />
      ))}
    </ul>
  );
};

/**
 * Labels of the period by template and source. `shares` is null while loading; the space is
 * reserved.
 */
export const ShareLists = ({ shares, search }: { shares: Shares | null; search: StatSearch }) => (
  <section className={`block ${css.lists}`}>
    <div>
      <h2 className="section-title">按模板</h2>
      {shares && <TemplateShares shares={shares} search={search} />}
    </div>
    <div>
      <h2 className="section-title">按来源</h2>
      {shares && <SourceShares shares={shares} search={search} />}
    </div>
  </section>
);
