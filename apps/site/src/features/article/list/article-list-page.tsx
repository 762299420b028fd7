import { Link, linkOptions } from '@tanstack/react-router';
import { formatDay } from '@yunbiao/ui/format.ts';
import { ChoiceLink } from '../../../kit/page/choice-link.tsx';
import { NeighbourLinks } from '../../../kit/page/neighbour-links.tsx';
import { LISTS, findArticleList } from '../sections.ts';
import css from './article-list.module.css';
import type { ListData } from './load-list.ts';

type ListProps = { alias: string; data: ListData };

const buildArticleListSearch = (artType: string, page = 1) => ({
  ...(artType === LISTS[0].id ? {} : { artType }),
  ...(page > 1 ? { page: String(page) } : {}),
});

const ArticleTypeTabs = ({ alias, data }: ListProps) => (
  <nav className="tabs" aria-label="文章分类">
    {LISTS.map(({ id, name }) => (
      <ChoiceLink
        key={id}
        to="/$soft/article"
        params={{ soft: alias }}
        search={buildArticleListSearch(id)}
        resetScroll={false}
        current={id === data.artType}
      >
        {name}
      </ChoiceLink>
    ))}
    <Link to="/$soft/updateLog" params={{ soft: alias }}>
      更新日志
    </Link>
  </nav>
);

const shouldShowHandbook = ({ artType, page }: ListData): boolean =>
  artType === 'help' && page === 1;

/** First entries of the list, also without any articles. */
const GuidesRow = ({ alias }: { alias: string }) => (
  <li>
    <Link to="/$soft/guide" params={{ soft: alias }}>
      <h2>操作指南</h2>
      <p>
        第一张标签、Excel 批量、接打印机、选纸、打印偏、扫不出、缺纸离线、发票退款，一步一步配图。
      </p>
    </Link>
  </li>
);

const HandbookRow = ({ alias }: { alias: string }) => (
  <li>
    <Link to="/$soft/tools/codes" params={{ soft: alias }}>
      <h2>条码与元素手册</h2>
      <p>哪种码用在哪、放得下什么、最小能打印多小，文字、表格、图片怎么用，每一种配一张真标签。</p>
    </Link>
  </li>
);

const ArticleRows = ({ alias, data }: ListProps) => (
  <ul className={css.rows}>
    {shouldShowHandbook(data) && (
      <>
        <GuidesRow alias={alias} />
        <HandbookRow alias={alias} />
      </>
    )}
    {data.list.map((article) => (
      <li key={article.id}>
        <Link to="/$soft/article/{$id}.html" params={{ soft: alias, id: article.id }}>
          <h2>{article.title}</h2>
          <p>{article.summary}</p>
        </Link>
        <time className="small faint" dateTime={article.publishedAt}>
          {formatDay(article.publishedAt)}
        </time>
      </li>
    ))}
  </ul>
);

const ArticlePages = ({ alias, data: { artType, page, pageSize, total } }: ListProps) => {
  const lastPage = Math.ceil(total / pageSize);
  const buildPageLink = (label: string, number: number) => ({
    label,
    title: `第 ${number} 页`,
    link: linkOptions({
      to: '/$soft/article',
      params: { soft: alias },
      search: buildArticleListSearch(artType, number),
    }),
  });
  return (
    <NeighbourLinks
      label="分页"
      back={page > 1 ? buildPageLink('较新', page - 1) : null}
      on={page < lastPage ? buildPageLink('较早', page + 1) : null}
    />
  );
};

const EmptyArticleList = ({ alias, data }: ListProps) => (
  <div className="empty">
    <h2>{data.page > 1 ? '没有这一页' : `还没有${findArticleList(data.artType).name}`}</h2>
    <p className="quiet">有问题可以先到问答里问，那里有人答。</p>
    <Link className="button" to="/$soft/qa" params={{ soft: alias }}>
      去问答
    </Link>
  </div>
);

/** Help and news of a software. */
export const ArticleListPage = ({ alias, data }: ListProps) => {
  const { name, say } = findArticleList(data.artType);
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          <h1>{name}</h1>
          <p>{say}</p>
        </div>
      </div>
      <ArticleTypeTabs alias={alias} data={data} />
      <div className={css.body}>
        {data.list.length > 0 || shouldShowHandbook(data) ? (
          <ArticleRows alias={alias} data={data} />
        ) : (
          <EmptyArticleList alias={alias} data={data} />
        )}
        <ArticlePages alias={alias} data={data} />
      </div>
    </main>
  );
};
