import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { type MouseEvent, useRef, useState } from 'react';
import { ChoiceLink } from '../../../kit/page/choice-link.tsx';
import { FindForm } from '../../../kit/software/find-form.tsx';
import type { QaData } from '../load-list.ts';
import { SORTS } from '../sorts.ts';
import { EmptyList } from './empty.tsx';
import { GroupNav } from './group-nav.tsx';
import { QuestionRows } from './rows.tsx';
import { useMorePosts } from './use-more-posts.ts';
import css from './qa.module.css';

type QaPageProps = { alias: string; data: QaData };

const QuestionTabs = ({ alias, data }: QaPageProps) => (
  <nav className={`tabs ${css.tabs}`} aria-label="排序">
    {SORTS.map(({ id, label }) => (
      <ChoiceLink
        key={id}
        to="/$soft/qa"
        params={{ soft: alias }}
        search={{
          ...(data.group ? { gid: data.group.id } : {}),
          ...(id === 'latest' ? {} : { sort: id }),
        }}
        resetScroll={false}
        current={id === data.sort}
      >
        {label}
      </ChoiceLink>
    ))}
  </nav>
);

/**
 * Without scripts, the link opens the next page. With scripts, it appends the next questions below.
 */
const QuestionList = ({ alias, data }: QaPageProps) => {
  const { posts, nextId, busy, more } = useMorePosts(alias, data);
  const box = useRef<HTMLDivElement>(null);
  const [statusText, setSaid] = useState('');
  const loadMoreQuestions = async (event: MouseEvent<HTMLAnchorElement>): Promise<void> => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const postCountBefore = posts.length;
    const loadedCount = await more();
    if (loadedCount === null) return;
    setSaid(`又列出 ${loadedCount} 个问题`);
    // At the end of the list the link is removed: move the focus to the first new row.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        box.current
          ?.querySelectorAll<HTMLElement>('li > a')
          [postCountBefore]?.focus({ preventScroll: true });
    });
  };
  if (posts.length === 0) return <EmptyList alias={alias} data={data} />;
  return (
    <div ref={box}>
      <QuestionRows posts={posts} label="问题" />
      {nextId !== null && (
        <p className={css.more}>
          <Link
            className="button"
            to="/$soft/qa"
            params={{ soft: alias }}
            search={{
              ...(data.group ? { gid: data.group.id } : {}),
              ...(data.sort === 'latest' ? {} : { sort: data.sort }),
              lastPostId: nextId,
            }}
            preload={false}
            aria-busy={busy}
            onClick={(event) => void loadMoreQuestions(event)}
          >
            {busy ? '正在列出…' : '更多'}
          </Link>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {statusText}
      </p>
    </div>
  );
};

/** 问答: questions about a software, by category and sort order. */
export const QaPage = ({ alias, data }: QaPageProps) => {
  const { posts, solved, hot } = data.index;
  const isHotBeside = hot.length > 0 && data.sort !== 'hot';
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          <h1>{data.group ? data.group.name : '问答'}</h1>
          <p>
            {data.group?.description ||
              `${formatCount(posts)} 个问题，${formatCount(solved)} 个已解决。`}
          </p>
        </div>
        <div className="push-end">
          <Link className="button primary" to="/$soft/qa/ask" params={{ soft: alias }}>
            提问
          </Link>
        </div>
      </div>
      <div className={css.page}>
        <GroupNav alias={alias} data={data} />
        <section className={css.list} aria-label="问题列表">
          <FindForm alias={alias} className={`field-box compact ${css.search}`} label="搜索问题">
            <input type="hidden" name="kind" value="post" />
          </FindForm>
          <QuestionTabs alias={alias} data={data} />
          <QuestionList alias={alias} data={data} />
        </section>
        {isHotBeside && (
          <section className={css.hot}>
            <h2 className="section-title">热门问题</h2>
            <QuestionRows posts={hot} label="热门问题" brief />
          </section>
        )}
      </div>
    </main>
  );
};
