import { Link } from '@tanstack/react-router';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatDay } from '@yunbiao/ui/format.ts';
import { Prose } from '@yunbiao/ui/prose.tsx';
import { type ReactNode, useSyncExternalStore } from 'react';
import css from './article-page.module.css';
import { Back, Beside, On } from '../../kit/page/beside.tsx';
import { type ArticleData, hasToc, type Other, type Related } from './load-article.ts';
import { getList } from './sections.ts';
import { FoldedToc, Toc } from './toc.tsx';

type Article = ArticleData['article'];
type Neighbour = NonNullable<Article['previous']>;

const Crumb = ({ article, alias }: { article: Article; alias: string }) => (
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
        {getList(article.artType).name}
      </Link>
    )}
  </div>
);

const never = (): (() => void) => () => undefined;

/** This page's address under the host it was opened on; unknown to the server, which caches the page for all. */
const useAddress = (): string =>
  useSyncExternalStore(
    never,
    () => location.origin + location.pathname,
    () => '',
  );

/** A neighbour's address: the site's own texts stand outside the softwares. */
const linkTo =
  (to: Neighbour, alias: string, inner: ReactNode) =>
  (className: string | undefined): ReactNode =>
    alias ? (
      <Link
        className={className}
        to="/$soft/article/{$id}.html"
        params={{ soft: alias, id: to.id }}
      >
        {inner}
      </Link>
    ) : (
      <Link className={className} to="/article/{$id}.html" params={{ id: to.id }}>
        {inner}
      </Link>
    );

const getTitle = ({ version, title }: Pick<Neighbour, 'version' | 'title'>): string =>
  version && !title.includes(version) ? `${version}：${title}` : title;

const kindName = (artType: Article['artType']): string =>
  artType === 'updateLog' ? '版本' : getList(artType).name;

const Foot = ({ article, alias }: { article: Article; alias: string }) => {
  const address = useAddress();
  const { previous, next } = article;
  const own = article.softwareAlias === null ? '' : alias;
  return (
    <footer className={css.foot}>
      <p>
        <CopyButton text={address} what="链接">
          复制链接
        </CopyButton>
      </p>
      <Beside
        label="上一篇与下一篇"
        back={previous && linkTo(previous, own, <Back word="上一篇" title={getTitle(previous)} />)}
        on={next && linkTo(next, own, <On word="下一篇" title={getTitle(next)} />)}
      />
    </footer>
  );
};

const Dates = ({ article }: { article: Article }) => {
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

const Questions = ({ posts, alias }: { posts: Related; alias: string }) => (
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

const Others = ({
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
      {others.map((other) => (
        <li key={other.id}>
          <Link
            className="link"
            to="/$soft/article/{$id}.html"
            params={{ soft: alias, id: other.id }}
          >
            {getTitle(other)}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** One article, whatever its type; `alias` is '' outside a software. */
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
          {isOwn && <Crumb article={article} alias={alias} />}
          <h1>{getTitle(article)}</h1>
          <Dates article={article} />
        </div>
      </div>
      <div className={css.article}>
        <div>
          {withToc && <FoldedToc headings={headings} />}
          <Prose as="article" html={article.html} className={`${css.prose} ticked-heads`} />
          <Foot article={article} alias={alias} />
        </div>
        <aside className={css.aside}>
          {withToc && <Toc headings={headings} />}
          {related.length > 0 && <Questions posts={related} alias={alias} />}
          {others.length > 0 && (
            <Others others={others} name={kindName(article.artType)} alias={alias} />
          )}
        </aside>
      </div>
    </main>
  );
};
