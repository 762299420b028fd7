import { Link, useNavigate } from '@tanstack/react-router';
import type { PrintEvent } from '@yunbiao/contract/events';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { SearchBox } from '@yunbiao/ui/search-box.tsx';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useCallback } from 'react';
import { useGatheredEvents } from '../../kit/printing/use-batch.ts';
import { useLiveData } from '../../kit/live/live-data.ts';
import { useAlias, useApi } from '../../kit/site/site.tsx';
import { BatchTable } from './batch-table.tsx';
import { DayChart } from './day-chart.tsx';
import { ExportButton } from '../../kit/table/export-button.tsx';
import { Figures } from './figures.tsx';
import { loadStat, type StatData, type StatLoaded } from './load.ts';
import { batchInput, isFiltered, type StatSearch } from './search.ts';
import { StatShares } from './shares.tsx';
import { StatFilters } from './stat-filters.tsx';
import css from './stat.module.css';
import { useSlow } from './use-slow.ts';
import { useViewerZone } from '../../kit/table/use-zone.ts';
import { count } from './words.ts';

/** Figures follow the printers this fast, ms; batches in the list move at once. */
const CATCH_UP_MS = 1500;

const withEvents = (data: StatData, events: readonly PrintEvent[]): StatData => {
  const news = new Map(
    events.flatMap((event) => (event.type === 'batch' ? [[event.batchNo, event]] : [])),
  );
  if (news.size === 0) return data;
  const list = data.batches.list.map((batch) => {
    const event = news.get(batch.batchNo);
    if (!event) return batch;
    const { state, total, counts, finishedAt } = event;
    return { ...batch, state, total, counts, finishedAt };
  });
  return { ...data, batches: { ...data.batches, list } };
};

const Nothing = ({ filtered }: { filtered: boolean }) => {
  const soft = useAlias();
  return (
    <div className="empty">
      <h2>{filtered ? '没有符合的批次' : '这段时间没有打印'}</h2>
      <p className="medium quiet">
        {filtered ? '放宽时间或者清除筛选再看看。' : '印出第一张标签后，这里就有数了。'}
      </p>
      <div className="row">
        {filtered ? (
          <Link className="button" to="." search={{}} replace>
            清除筛选
          </Link>
        ) : (
          <Link className="button primary" to="/$soft/user/print" params={{ soft }}>
            去打印
          </Link>
        )}
      </div>
    </div>
  );
};

/** Nothing was ever printed: no figures, but the way to the first label. */
const NeverPrinted = () => {
  const soft = useAlias();
  return (
    <section className="empty">
      <h2>还没有打印过</h2>
      <p className="medium quiet">
        连上一台打印机，印第一张标签，这里就有每天的张数和每一批的结果。
      </p>
      <div className="row">
        <Link className="button primary" to="/$soft/user/print" params={{ soft }}>
          去打印
        </Link>
        <Link className="button" to="/$soft/user/auth" params={{ soft }} search={{ pair: '1' }}>
          配对打印客户端
        </Link>
      </div>
    </section>
  );
};

const Batches = ({
  data,
  search,
  onChanged,
}: {
  data: StatData;
  search: StatSearch;
  onChanged: () => void;
}) => {
  const navigate = useNavigate();
  const { list, total, page, pageSize } = data.batches;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">批次</h2>
        <span className="small faint">共 {count(total)} 批</span>
        <SearchBox
          className={`push-end ${css.find}`}
          label="搜索批次"
          placeholder="批次号、模板、打印机"
          value={search.q ?? ''}
          maxLength={QUERY_LENGTH}
          onChange={(q) =>
            void navigate({
              to: '.',
              search: { ...search, q: q || undefined, page: undefined },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {list.length === 0 ? (
        <Nothing filtered={isFiltered(search)} />
      ) : (
        <BatchTable
          list={list}
          page={page}
          pages={Math.ceil(total / pageSize)}
          onChanged={onChanged}
        />
      )}
    </section>
  );
};

/** 打印统计. */
export const StatPage = ({ loaded, search }: { loaded: StatLoaded; search: StatSearch }) => {
  const api = useApi();
  const { tz, today, reply } = loaded;
  useViewerZone(tz);
  const load = useCallback(() => loadStat(api, search, { tz, today }), [api, search, tz, today]);
  const live = useLiveData(reply, load);
  const catchUp = useSlow(live.refresh, CATCH_UP_MS);
  useGatheredEvents((events) => {
    live.patch((data) => withEvents(data, events));
    if (events.some(({ type }) => type === 'resync' || type === 'batch')) catchUp();
  });
  const { data } = live;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>打印统计</h1>
        </div>
        {data && data.stat.options.printers.length > 0 && (
          <div className="push-end">
            <ExportButton name="printStatExport" input={batchInput(search, today, tz)} />
          </div>
        )}
      </div>
      {data === null ? (
        <Trouble
          what="统计没有读到"
          why={live.failure?.msg ?? ''}
          requestId={live.failure?.data?.requestId}
          onRetry={() => void live.reload()}
        />
      ) : data.stat.options.printers.length === 0 ? (
        <NeverPrinted />
      ) : (
        <>
          <StatFilters search={search} today={today} options={data.stat.options} />
          <Figures stat={data.stat} search={search} today={today} />
          {data.stat.totals.labels + data.stat.previous.labels > 0 && (
            <DayChart days={data.stat.days} />
          )}
          {data.stat.totals.labels > 0 && (
            <StatShares search={search} zone={loaded} stat={data.stat} />
          )}
          <Batches data={data} search={search} onChanged={() => void live.reload()} />
        </>
      )}
    </>
  );
};
