import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useRef } from 'react';
import { ChoiceLink } from '../../kit/page/choice-link.tsx';
import {
  buildSearchAddress,
  type SearchQuery,
  KIND_WORDS,
  KINDS,
  type SearchData,
} from './address.ts';
import { Filters, AskQuestionPrompt } from './filters.tsx';
import { Hits } from './hits.tsx';
import type { SearchPageData } from './load-search.ts';
import { NoResults, SearchSuggestions } from './no-results.tsx';
import { countPageHits } from './other-hits.ts';
import { PageHits } from './page-hits.tsx';
import { Pager } from './pager.tsx';
import { SearchForm } from './search-form.tsx';
import css from './search.module.css';
import { useSearchKeys } from './use-keys.ts';

/** Formats a count that may be capped. */
const formatHitCount = (count: number, isCapped: boolean): string =>
  `${formatCount(count)}${isCapped ? '+' : ''}`;

const describeTotal = (results: SearchData): string => {
  const { loose, total, capped } = results;
  const pageCount = countPageHits(results);
  if (loose && pageCount > 0) return `问答和文章里没有同时含有这些词的，列出最接近的 ${total} 条。`;
  if (loose) return `没有同时含有这些词的结果，下面是最接近的 ${total} 条。`;
  if (total === 0 && pageCount > 0) return `${pageCount} 个页面，没有别的结果。`;
  return `${capped ? '超过 ' : ''}${formatCount(total)} 条结果。`;
};

const ResultSummary = ({ found }: { found: SearchData }) => {
  const also = found.also.map(({ to }) => `“${to}”`).join('');
  return (
    <p className="small quiet" role="status">
      {describeTotal(found)}
      {found.capped && '列出的是标题里有这些词的和最新的。'}
      {also && `也找了${also}。`}
    </p>
  );
};

const ResultTabs = ({
  alias,
  asked,
  found,
}: {
  alias: string;
  asked: SearchQuery;
  found: SearchData;
}) => {
  const { counts, capped } = found;
  const total = KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const tabs = [
    { kind: null, label: '全部', count: formatHitCount(total, capped) },
    ...KINDS.map((kind) => ({
      kind,
      label: KIND_WORDS[kind],
      count: formatHitCount(counts[kind], capped && kind === 'post'),
    })),
  ];
  return (
    <nav className={`tabs ${css.tabs}`} aria-label="范围">
      {tabs.map(({ kind, label, count }) => (
        <ChoiceLink
          key={label}
          to="/$soft/search"
          params={{ soft: alias }}
          search={buildSearchAddress(asked, { kind })}
          resetScroll={false}
          current={asked.kind === kind}
        >
          {label}
          <small>{count}</small>
        </ChoiceLink>
      ))}
    </nav>
  );
};

/** No results for this kind or page, although there are others. */
const NoResultsInFilter = ({ alias, asked }: { alias: string; asked: SearchQuery }) => (
  <div className="empty">
    <h2>{asked.page > 1 ? '没有这么多页' : `${asked.kind ? KIND_WORDS[asked.kind] : ''}里没有`}</h2>
    <div className="row">
      <Link
        className="button"
        to="/$soft/search"
        params={{ soft: alias }}
        search={buildSearchAddress(asked, asked.page > 1 ? {} : { kind: null })}
      >
        {asked.page > 1 ? '回到第一页' : '查看全部结果'}
      </Link>
    </div>
  </div>
);

const ResultList = ({
  alias,
  asked,
  found,
}: {
  alias: string;
  asked: SearchQuery;
  found: SearchData;
}) => (
  <>
    <ResultTabs alias={alias} asked={asked} found={found} />
    <div className={css.cols}>
      <div>
        {found.list.length > 0 ? (
          <>
            <Hits hits={found.list} />
            <Pager alias={alias} asked={asked} pages={Math.ceil(found.total / found.pageSize)} />
          </>
        ) : (
          <NoResultsInFilter alias={alias} asked={asked} />
        )}
      </div>
      <aside className={css.aside}>
        <Filters alias={alias} asked={asked} />
        <AskQuestionPrompt alias={alias} q={asked.q} />
      </aside>
    </div>
  </>
);

const hasAnyHits = (results: SearchData): boolean => KINDS.some((kind) => results.counts[kind] > 0);

const SearchOutcome = ({ alias, data }: { alias: string; data: SearchPageData }) => {
  const router = useRouter();
  const { asked, found, trouble } = data;
  if (trouble?.isLater)
    return (
      <LoadError title="搜索失败" reason={trouble.text} onRetry={() => void router.invalidate()} />
    );
  if (found && hasAnyHits(found))
    return (
      <>
        <PageHits alias={alias} pages={found.pages} handbook={found.handbook} />
        <ResultList alias={alias} asked={asked} found={found} />
      </>
    );
  return (
    <>
      {found && <PageHits alias={alias} pages={found.pages} handbook={found.handbook} />}
      {found && <NoResults alias={alias} asked={asked} found={found} />}
      {data.ways && <SearchSuggestions alias={alias} ways={data.ways} />}
    </>
  );
};

/** Search in questions, articles, update logs and files of one software. */
export const SearchPage = ({ alias, data }: { alias: string; data: SearchPageData }) => {
  const box = useRef<HTMLInputElement>(null);
  useSearchKeys(box);
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const { asked, found, trouble } = data;
  return (
    <main className="wrap">
      <div className={css.top}>
        <h1 className="visually-hidden">{asked.q ? `搜索“${asked.q}”` : '搜索'}</h1>
        <SearchForm alias={alias} asked={asked} input={box} />
        {trouble && !trouble.isLater ? (
          <p className="field-err" role="alert">
            {trouble.text}
          </p>
        ) : found ? (
          <ResultSummary found={found} />
        ) : (
          <p className="small quiet">
            输入两三个词，例如打印机型号、报错的原话；中文和字母可以写在一起。
          </p>
        )}
      </div>
      <div className={isLoading ? css.busy : undefined} aria-busy={isLoading}>
        <SearchOutcome alias={alias} data={data} />
      </div>
    </main>
  );
};
