import { Link } from '@tanstack/react-router';
import { ChoiceLink } from '../../kit/page/choice-link.tsx';
import { buildLibraryAddress, isLibraryFiltered } from './address.ts';
import { TemplateCard } from './card.tsx';
import css from './library.module.css';
import type { LibraryPageProps } from './library-data.ts';
import type { LibraryRow } from './load-library.ts';

/** Width of labels with liners and gaps that fits into half of the page, mm. */
const HALF_PAGE_MM = 130;
const LABEL_GAP_MM = 10;

/** True when another category fits next to these labels. */
const fitsGroupInHalfPage = (rows: readonly LibraryRow[]): boolean =>
  rows.reduce((sum, { widthMm }) => sum + widthMm + LABEL_GAP_MM, 0) <= HALF_PAGE_MM + LABEL_GAP_MM;

type Group = { name: string; rows: LibraryRow[] };

/** Groups by category in the default order; otherwise one group. */
const groupTemplatesByCategory = ({ asked, library }: LibraryPageProps['data']): Group[] => {
  const { list } = library;
  if (asked.sort !== 'usual') return [{ name: asked.category || '全部', rows: list }];
  const groups = Map.groupBy(list, ({ category }) => category);
  return [...groups].map(([name, rows]) => ({ name, rows }));
};

/** Number of labels that are loaded eagerly; others load when they scroll into view. */
const EAGER_LABELS = 6;

const NoTemplates = ({ alias, data: { asked } }: LibraryPageProps) => (
  <div className="empty">
    <h2>{isLibraryFiltered(asked) ? '没有这样的模板' : '还没有公共模板'}</h2>
    <p className="medium quiet">
      {isLibraryFiltered(asked)
        ? '换个名称或者尺寸，比如 40×30；也可以先看全部，挑一个差不多的来改。'
        : '这个软件的模板还在准备，过一会儿再来看看。'}
    </p>
    <div className="row">
      {isLibraryFiltered(asked) ? (
        <Link className="button" to="/$soft/tools/temp" params={{ soft: alias }}>
          查看全部模板
        </Link>
      ) : (
        <Link className="button" to="/$soft" params={{ soft: alias }}>
          回软件首页
        </Link>
      )}
    </div>
  </div>
);

const MoreTemplatesLink = ({ alias, data: { asked, library } }: LibraryPageProps) => {
  const pages = Math.ceil(library.total / library.pageSize);
  if (pages < 2) return null;
  return (
    <nav className="pager" aria-label="分页">
      {Array.from({ length: pages }, (_, i) => i + 1).map((page) => (
        <ChoiceLink
          key={page}
          to="/$soft/tools/temp"
          params={{ soft: alias }}
          search={buildLibraryAddress(asked, { page })}
          aria-label={`第 ${page} 页`}
          current={page === asked.page && 'page'}
        >
          {page}
        </ChoiceLink>
      ))}
      <span className="push-end small faint">共 {library.total} 个</span>
    </nav>
  );
};

/** Public templates, drawn by the server. */
export const PublicTemplates = ({ alias, data }: LibraryPageProps) => {
  const { library } = data;
  if (library.list.length === 0) return <NoTemplates alias={alias} data={data} />;
  const counts = new Map(library.categories.map(({ name, count }) => [name, count]));
  const groups = groupTemplatesByCategory(data);
  const inView = new Set(library.list.slice(0, EAGER_LABELS));
  return (
    <>
      <div className={css.groups}>
        {groups.map(({ name, rows }) => (
          <section
            className={`${css.group} ticked short ${groups.length > 1 && fitsGroupInHalfPage(rows) ? '' : css.wide}`}
            key={name}
            aria-label={name}
          >
            <h2>
              {name}
              <small>{counts.get(name) ?? library.total} 个</small>
            </h2>
            <ul className={css.cards}>
              {rows.map((row) => (
                <TemplateCard key={row.id} alias={alias} row={row} isFirst={inView.has(row)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <MoreTemplatesLink alias={alias} data={data} />
    </>
  );
};
