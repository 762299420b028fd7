import { Link, linkOptions } from '@tanstack/react-router';
import { ChoiceLink } from '../../../kit/page/choice-link.tsx';
import { NeighbourLinks } from '../../../kit/page/neighbour-links.tsx';
import { KIND_NAMES, KINDS } from './kinds.ts';
import type { LogData } from './load-log.ts';
import css from './log.module.css';
import { VersionRail } from './rail.tsx';
import { Release } from './release.tsx';

type LogProps = { alias: string; data: LogData };

const buildUpdateLogSearch = (kind: string | undefined, page = 1) => ({
  ...(kind ? { kind } : {}),
  ...(page > 1 ? { page: String(page) } : {}),
});

const KindTabs = ({ alias, data }: LogProps) => (
  <nav className="tabs" aria-label="改动的种类">
    {[undefined, ...KINDS].map((kind) => (
      <ChoiceLink
        key={kind ?? ''}
        to="/$soft/updateLog"
        params={{ soft: alias }}
        search={buildUpdateLogSearch(kind)}
        resetScroll={false}
        current={kind === data.kind}
      >
        {kind ? KIND_NAMES[kind] : '全部'}
      </ChoiceLink>
    ))}
  </nav>
);

const UpdateLogPages = ({ alias, data: { kind, page, pageSize, total } }: LogProps) => {
  const buildPageLink = (label: string, number: number) => ({
    label,
    title: `第 ${number} 页`,
    link: linkOptions({
      to: '/$soft/updateLog',
      params: { soft: alias },
      search: buildUpdateLogSearch(kind, number),
    }),
  });
  const hasOlder = page * pageSize < total;
  return (
    <NeighbourLinks
      label="更早与更新的版本"
      back={page > 1 ? buildPageLink('较新', page - 1) : null}
      on={hasOlder ? buildPageLink('较早', page + 1) : null}
    />
  );
};

const EmptyUpdateLog = ({ alias, data: { kind, page } }: LogProps) => (
  <div className="empty">
    <h2>
      {page > 1 ? '没有这一页' : `还没有${kind ? `“${KIND_NAMES[kind]}”的改动` : '更新日志'}`}
    </h2>
    <p className="quiet">每发布一个版本，改了什么都会写在这一页。</p>
    {kind || page > 1 ? (
      <Link className="button" to="/$soft/updateLog" params={{ soft: alias }} search={{}}>
        查看全部
      </Link>
    ) : (
      <Link className="button" to="/$soft/download" params={{ soft: alias }}>
        去下载
      </Link>
    )}
  </div>
);

/** 更新日志: changes of each version. */
export const UpdateLogPage = ({ alias, data }: LogProps) => (
  <main className="wrap">
    <div className="page-head">
      <div>
        <h1>更新日志</h1>
        <p>每个版本改了什么、影响谁，都写在这里。</p>
      </div>
      <a className="link small" href={data.meta.feed}>
        订阅更新（RSS）
      </a>
    </div>
    <KindTabs alias={alias} data={data} />
    {data.list.length === 0 ? (
      <EmptyUpdateLog alias={alias} data={data} />
    ) : (
      <div className={css.log}>
        <VersionRail logs={data.list} />
        <div>
          {data.list.map((log) => (
            <Release key={log.id} alias={alias} log={log} data={data} />
          ))}
          <UpdateLogPages alias={alias} data={data} />
        </div>
      </div>
    )}
  </main>
);
