import { Link } from '@tanstack/react-router';
import type { QaData } from '../load-list.ts';
import type { Sort } from '../sorts.ts';

const TITLES: Record<Sort, string> = {
  latest: '还没有人提问',
  hot: '还没有人提问',
  unanswered: '没有等待回答的问题',
  solved: '还没有已解决的问题',
};

const TEXTS: Record<Sort, string> = {
  latest: '第一个问题可以是你的。写清楚现象、纸和打印机，答得最快。',
  hot: '第一个问题可以是你的。写清楚现象、纸和打印机，答得最快。',
  unanswered: '每个问题都有人回答了。',
  solved: '提问的人采纳了回答，问题才算解决。',
};

/** Explains why the list is empty, and offers a next step. */
export const EmptyList = ({ alias, data }: { alias: string; data: QaData }) => {
  const { sort, group, isLater } = data;
  const gid = group ? { gid: group.id } : {};
  if (isLater)
    return (
      <div className="empty">
        <h2 className="section-title">没有更早的问题了</h2>
        <div className="row">
          <Link
            className="button"
            to="/$soft/qa"
            params={{ soft: alias }}
            search={{ ...gid, sort }}
          >
            回到开头
          </Link>
        </div>
      </div>
    );
  return (
    <div className="empty">
      <h2 className="section-title">{group ? `“${group.name}”里${TITLES[sort]}` : TITLES[sort]}</h2>
      <p className="medium quiet">{TEXTS[sort]}</p>
      <div className="row">
        {sort === 'unanswered' && (
          <Link className="button" to="/$soft/qa" params={{ soft: alias }} search={gid}>
            查看最新的问题
          </Link>
        )}
        {sort === 'solved' && (
          <Link
            className="button"
            to="/$soft/qa"
            params={{ soft: alias }}
            search={{ ...gid, sort: 'unanswered' }}
          >
            查看待回答的问题
          </Link>
        )}
        {(sort === 'latest' || sort === 'hot') && (
          <Link className="button" to="/$soft/qa/ask" params={{ soft: alias }}>
            提问
          </Link>
        )}
        {group && (
          <Link className="button" to="/$soft/qa" params={{ soft: alias }} search={{ sort }}>
            查看全部分类
          </Link>
        )}
      </div>
    </div>
  );
};
