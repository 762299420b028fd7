import { Link } from '@tanstack/react-router';
import { Time } from '@yunbiao/ui/time.tsx';
import { buildSearchAddress, type SearchData, type SearchQuery } from './address.ts';
import type { SearchSuggestions as Suggestions } from './load-search.ts';
import { countPageHits } from './other-hits.ts';
import css from './search.module.css';

const ShorterQueries = ({
  alias,
  asked,
  words,
}: {
  alias: string;
  asked: SearchQuery;
  words: readonly string[];
}) => (
  <p className="medium quiet">
    可以少写几个字，比如只搜
    {words.map((word, index) => (
      <span key={word}>
        {index > 0 && '、'}
        <Link
          className="link"
          to="/$soft/search"
          params={{ soft: alias }}
          search={buildSearchAddress(asked, { q: word })}
        >
          “{word}”
        </Link>
      </span>
    ))}
    。
  </p>
);

const hasQuestionFilter = (query: SearchQuery): boolean =>
  query.solved || query.official || query.recent;

/** Empty result: possible reasons and suggestions. */
export const NoResults = ({
  alias,
  asked,
  found,
}: {
  alias: string;
  asked: SearchQuery;
  found: SearchData;
}) => {
  const { shorter } = found;
  const hasPages = countPageHits(found) > 0;
  return (
    <div className={`empty ${css.nothing}`}>
      <h2>
        {hasPages ? '问答、文章和下载里没有' : '没有找到'}“{asked.q}”
      </h2>
      {shorter.length > 0 ? (
        <ShorterQueries alias={alias} asked={asked} words={shorter} />
      ) : (
        <p className="medium quiet">
          {hasPages
            ? '上面的页面都不对，就换个说法再搜索，或者提问。'
            : '看看有没有写错的字，或者换个说法；字母大小写都行。'}
        </p>
      )}
      <div className="row">
        {hasQuestionFilter(asked) && (
          <Link
            className="button"
            to="/$soft/search"
            params={{ soft: alias }}
            search={buildSearchAddress(asked, { solved: false, official: false, recent: false })}
          >
            清除筛选
          </Link>
        )}
        <Link
          className="button primary"
          to="/$soft/qa/ask"
          params={{ soft: alias }}
          search={{ title: asked.q }}
        >
          把它作为问题提出来
        </Link>
        <Link className="button" to="/$soft/qa" params={{ soft: alias }}>
          查看全部分类
        </Link>
      </div>
    </div>
  );
};

/** Shown when a search finds nothing: popular questions and all groups. */
export const SearchSuggestions = ({ alias, ways }: { alias: string; ways: Suggestions }) => (
  <>
    {ways.hot.length > 0 && (
      <section className={css.ways}>
        <h2 className="section-title">大家在看的</h2>
        <ul className={css.hot}>
          {ways.hot.slice(0, 5).map((post) => (
            <li key={post.id}>
              <Link to="/$soft/qa/{$id}.html" params={{ soft: alias, id: post.id }}>
                {post.title}
              </Link>
              <Time at={post.activeAt} />
              <p>
                {[
                  post.groupName,
                  post.solved ? '已解决' : '',
                  post.replyCount > 0 ? `${post.replyCount}\u00A0个回答` : '还没有回答',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      </section>
    )}
    {ways.groups.length > 0 && (
      <nav className={css.ways} aria-label="问答的分类">
        <h2 className="section-title">问答的分类</h2>
        <ul className={css.groups}>
          {ways.groups.map((group) => (
            <li key={group.id}>
              <Link
                className="link"
                to="/$soft/qa"
                params={{ soft: alias }}
                search={{ gid: group.id }}
              >
                {group.name}
              </Link>
              <small className="faint">{group.postCount}</small>
            </li>
          ))}
        </ul>
      </nav>
    )}
  </>
);
