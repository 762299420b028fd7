import { Link, useNavigate } from '@tanstack/react-router';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { SearchBox } from '@yunbiao/ui/table/search-box.tsx';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useCallback } from 'react';
import { useBatchedPrintEvents } from '../../kit/printing/use-batch.ts';
import { useLiveData } from '../../kit/live/live-data.ts';
import { useSoftwareAlias, useApi } from '../../kit/site/site.tsx';
import { BatchTable } from './batch-table.tsx';
import { DayChart } from './chart/day-chart.tsx';
import { ExportButton } from '../../kit/table/export-button.tsx';
import { Figures } from './figures.tsx';
import { loadStat, type StatData, type StatLoaded } from './load.ts';
import { toBatchInput, hasStatFilter, type StatSearch } from './search.ts';
import { StatShares } from './shares.tsx';
import { StatFilters } from './stat-filters.tsx';
import css from './stat.module.css';
import { useThrottledCallback } from './use-throttled.ts';
import { useReloadForViewerZone } from '../../kit/table/use-zone.ts';
import { count } from './words.ts';

/** Minimum interval between refreshes of the figures, ms. Listed batches update immediately. */
const REFRESH_MS = 1500;

const applyBatchEvents = (data: StatData, events: readonly PrintEvent[]): StatData => {
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

const EmptyBatchList = ({ filtered }: { filtered: boolean }) => {
  const soft = useSoftwareAlias();
  return (
    <div className="empty">
      <h2>{filtered ? '没有符合的批次' : '这段时间没有打印'}</h2>
      <p className="medium quiet">
        {filtered ? '放宽时间或者清除筛选再看看。' : '打印出第一张标签后，这里就有数了。'}
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

/** Shown before the first print: no figures, but links to print the first label. */
const NeverPrinted = () => {
  const soft = useSoftwareAlias();
  return (
    <section className="empty">
      <h2>还没有打印过</h2>
      <p className="medium quiet">
        连上一台打印机，打印第一张标签，这里就有每天的张数和每一批的结果。
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

const BatchList = ({
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
        <EmptyBatchList filtered={hasStatFilter(search)} />
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
  useReloadForViewerZone(tz);
  const loadStatPage = useCallback(
    () => loadStat(api, search, { tz, today }),
    [api, search, tz, today],
  );
  const live = useLiveData(reply, loadStatPage);
  const catchUp = useThrottledCallback(live.refresh, REFRESH_MS);
  useBatchedPrintEvents((events) => {
    live.patch((data) => applyBatchEvents(data, events));
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
            <ExportButton name="printStatExport" input={toBatchInput(search, today, tz)} />
          </div>
        )}
      </div>
      {data === null ? (
        <LoadError
          title="统计没有读到"
          reason={live.failure?.msg ?? ''}
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
          <BatchList data={data} search={search} onChanged={() => void live.reload()} />
        </>
      )}
    </>
  );
};
