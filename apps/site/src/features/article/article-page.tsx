import { Link, linkOptions } from '@tanstack/react-router';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatDay } from '@yunbiao/ui/format.ts';
import { Prose } from '@yunbiao/ui/prose.tsx';
import css from './article-page.module.css';
import { useBrowserValue } from '../../kit/site/browser-value.ts';
import { NeighbourLinks } from '../../kit/page/neighbour-links.tsx';
import { type ArticleData, hasToc, type Other, type Related } from './load-article.ts';
import { findArticleList } from './sections.ts';
import { FoldedToc, Toc } from './toc.tsx';

type Article = ArticleData['article'];
type Neighbour = NonNullable<Article['previous']>;

const ArticleBreadcrumb = ({ article, alias }: { article: Article; alias: string }) => (
  <div className="crumb">
    <Link to="/$soft" params={{ soft: alias }}>
      {article.softwareName}
    </Link>
    <span>/</span>
    {article.artType === 'updateLog' ? (
      <Link to="/$soft/updateLog" params={{ soft: alias }}>
        更新日志
      </Link>
    ) : (
      <Link
        to="/$soft/article"
        params={{ soft: alias }}
        search={article.artType === 'news' ? { artType: 'news' } : {}}
      >
        {findArticleList(article.artType).name}
      </Link>
    )}
  </div>
);

/** Address of this page on the current host. Empty on the server and during hydration. */
const usePageUrl = (): string => useBrowserValue(() => location.origin + location.pathname, '');

const formatArticleTitle = ({ version, title }: Pick<Neighbour, 'version' | 'title'>): string =>
  version && !title.includes(version) ? `${version}：${title}` : title;

/**
 * Link to a neighbour article. Articles of the site itself have an address outside the software.
 */
const describeNeighbour = (label: string, article: Neighbour, alias: string) => ({
  label,
  title: formatArticleTitle(article),
  link: alias
    ? linkOptions({ to: '/$soft/article/{$id}.html', params: { soft: alias, id: article.id } })
    : linkOptions({ to: '/article/{$id}.html', params: { id: article.id } }),
});

const getKindName = (artType: Article['artType']): string =>
  artType === 'updateLog' ? '版本' : findArticleList(artType).name;

const ArticleFoot = ({ article, alias }: { article: Article; alias: string }) => {
  const address = usePageUrl();
  const { previous, next } = article;
  const ownAlias = article.softwareAlias === null ? '' : alias;
  return (
    <footer className={css.foot}>
      <p>
        <CopyButton text={address} targetName="链接">
          复制链接
        </CopyButton>
      </p>
      <NeighbourLinks
        label="上一篇与下一篇"
        back={previous && describeNeighbour('上一篇', previous, ownAlias)}
        on={next && describeNeighbour('下一篇', next, ownAlias)}
      />
    </footer>
  );
};

const ArticleDates = ({ article }: { article: Article }) => {
  const published = formatDay(article.publishedAt);
  const updated = formatDay(article.updatedAt);
  const isUpdated = article.updatedAt > article.publishedAt && updated !== published;
  return (
    <p>
      <time dateTime={article.publishedAt}>{published}发布</time>
      {isUpdated && (
        <>
          ，<time dateTime={article.updatedAt}>{updated}更新</time>
        </>
      )}
    </p>
  );
};

const RelatedQuestions = ({ posts, alias }: { posts: Related; alias: string }) => (
  <nav className={css.related} aria-labelledby="related">
    <h2 className="section-title" id="related">
      相关问答
    </h2>
    <ul>
      {posts.map((post) => (
        <li key={post.id}>
          <Link className="link" to="/$soft/qa/{$id}.html" params={{ soft: alias, id: post.id }}>
            {post.title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

const OtherArticles = ({
  others,
  name,
  alias,
}: {
  others: readonly Other[];
  name: string;
  alias: string;
}) => (
  <nav className={css.related} aria-labelledby="others">
    <h2 className="section-title" id="others">
      {`其他${name}`}
    </h2>
    <ul>
      {others.map((article) => (
        <li key={article.id}>
          <Link
            className="link"
            to="/$soft/article/{$id}.html"
            params={{ soft: alias, id: article.id }}
          >
            {formatArticleTitle(article)}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** An article of any type; `alias` is '' outside a software. */
export const ArticlePage = ({
  data: { article, related, others },
  alias,
}: {
  data: ArticleData;
  alias: string;
}) => {
  const { headings } = article;
  const withToc = hasToc(article);
  const isOwn = article.softwareAlias !== null;
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          {isOwn && <ArticleBreadcrumb article={article} alias={alias} />}
          <h1>{formatArticleTitle(article)}</h1>
          <ArticleDates article={article} />
        </div>
      </div>
      <div className={css.article}>
        <div>
          {withToc && <FoldedToc headings={headings} />}
          <Prose as="article" html={article.html} className={`${css.prose} ticked-heads`} />
          <ArticleFoot article={article} alias={alias} />
        </div>
        <aside className={css.aside}>
          {withToc && <Toc headings={headings} />}
          {related.length > 0 && <RelatedQuestions posts={related} alias={alias} />}
          {others.length > 0 && (
            <OtherArticles others={others} name={getKindName(article.artType)} alias={alias} />
          )}
        </aside>
      </div>
    </main>
  );
};
