import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useRef } from 'react';
import { ChoiceLink } from '../../kit/page/choice-link.tsx';
import { getAddress, type Asked, KIND_WORDS, KINDS, type SearchData } from './address.ts';
import { Filters, NotFoundIt } from './filters.tsx';
import { HandbookHits } from './handbook-hits.tsx';
import { Hits } from './hits.tsx';
import type { SearchPageData } from './load-search.ts';
import { Nothing, OtherWays } from './nothing.tsx';
import { Pager } from './pager.tsx';
import { SearchForm } from './search-form.tsx';
import css from './search.module.css';
import { useSearchKeys } from './use-keys.ts';

/** A count that stops at what is looked at. */
const countText = (count: number, isCapped: boolean): string =>
  `${formatCount(count)}${isCapped ? '+' : ''}`;

const Summary = ({ found }: { found: SearchData }) => {
  const also = found.also.map(({ to }) => `“${to}”`).join('');
  return (
    <p className="small quiet" role="status">
      {found.loose
        ? `没有同时含有这些词的结果，下面是最接近的 ${found.total} 条。`
        : `${found.capped ? '超过 ' : ''}${formatCount(found.total)} 条结果。`}
      {found.capped && '列出的是标题里有这些词的和最新的。'}
      {also && `也找了${also}。`}
    </p>
  );
};

const Tabs = ({ alias, asked, found }: { alias: string; asked: Asked; found: SearchData }) => {
  const { counts, capped } = found;
  const all = KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const tabs = [
    { kind: null, label: '全部', count: countText(all, capped) },
    ...KINDS.map((kind) => ({
      kind,
      label: KIND_WORDS[kind],
      count: countText(counts[kind], capped && kind === 'post'),
    })),
  ];
  return (
    <nav className={`tabs ${css.tabs}`} aria-label="范围">
      {tabs.map(({ kind, label, count }) => (
        <ChoiceLink
          key={label}
          to="/$soft/search"
          params={{ soft: alias }}
          search={getAddress(asked, { kind })}
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

/** The kind or the page asked for has none, though the search found some. */
const NoneHere = ({ alias, asked }: { alias: string; asked: Asked }) => (
  <div className="empty">
    <h2>{asked.page > 1 ? '没有这么多页' : `${asked.kind ? KIND_WORDS[asked.kind] : ''}里没有`}</h2>
    <div className="row">
      <Link
        className="button"
        to="/$soft/search"
        params={{ soft: alias }}
        search={getAddress(asked, asked.page > 1 ? {} : { kind: null })}
      >
        {asked.page > 1 ? '回到第一页' : '看全部结果'}
      </Link>
    </div>
  </div>
);

const Results = ({ alias, asked, found }: { alias: string; asked: Asked; found: SearchData }) => (
  <>
    <Tabs alias={alias} asked={asked} found={found} />
    <div className={css.cols}>
      <div className={css.list}>
        {found.list.length > 0 ? (
          <>
            <Hits hits={found.list} />
            <Pager alias={alias} asked={asked} pages={Math.ceil(found.total / found.pageSize)} />
          </>
        ) : (
          <NoneHere alias={alias} asked={asked} />
        )}
      </div>
      <aside className={css.aside}>
        <Filters alias={alias} asked={asked} />
        <NotFoundIt alias={alias} q={asked.q} />
      </aside>
    </div>
  </>
);

const hasAny = (found: SearchData): boolean => KINDS.some((kind) => found.counts[kind] > 0);

const Answer = ({ alias, data }: { alias: string; data: SearchPageData }) => {
  const router = useRouter();
  const { asked, found, trouble } = data;
  if (trouble?.isLater)
    return <Trouble what="没有搜成" why={trouble.text} onRetry={() => void router.invalidate()} />;
  if (found && hasAny(found))
    return (
      <>
        <HandbookHits alias={alias} hits={found.handbook} />
        <Results alias={alias} asked={asked} found={found} />
      </>
    );
  return (
    <>
      {found && <HandbookHits alias={alias} hits={found.handbook} />}
      {found && <Nothing alias={alias} asked={asked} shorter={found.shorter} />}
      {data.ways && <OtherWays alias={alias} ways={data.ways} />}
    </>
  );
};

/** Search over questions, articles, update logs and files of one software. */
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
          <Summary found={found} />
        ) : (
          <p className="small quiet">
            输入两三个词，例如打印机型号、报错的原话；中文和字母可以写在一起。
          </p>
        )}
      </div>
      <div className={isLoading ? css.busy : undefined} aria-busy={isLoading}>
        <Answer alias={alias} data={data} />
      </div>
    </main>
  );
};
