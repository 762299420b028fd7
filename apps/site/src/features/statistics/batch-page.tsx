import { Link } from '@tanstack/react-router';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import type { Envelope } from '@yunbiao/contract/envelope';
import { useCallback } from 'react';
import type { BatchInfo } from '../../kit/printing/batch-state.ts';
import { type BatchReply, useBatch } from '../../kit/printing/use-batch.ts';
import { useLiveData } from '../../kit/live/live-data.ts';
import { useNews } from '../../kit/live/live-print.ts';
import { ClientsToUpdate } from '../../kit/printing/clients-to-update.tsx';
import { useCancelRest } from '../../kit/printing/use-cancel-rest.ts';
import { sizeText } from '../../kit/printing/print-media.ts';
import { SOURCE_WORDS } from '../../kit/printing/print-words.ts';
import { lostText } from '../../kit/printing/printer-words.ts';
import { useAlias, useApi } from '../../kit/site/site.tsx';
import { useActs } from './acts.ts';
import { BatchFigures } from './batch-figures.tsx';
import { BatchGroup } from './batch-group.tsx';
import { CellsMap } from './cells-map.tsx';
import { DetailFilters } from './detail-filters.tsx';
import { ExportButton } from '../../kit/table/export-button.tsx';
import { Incidents } from './incidents.tsx';
import { LabelList } from './label-list.tsx';
import { type DetailLoaded, type IncidentData, loadIncidents } from './load.ts';
import { type DetailSearch, detailInput } from './search.ts';
import { useDetails } from './use-details.ts';
import { useSlow } from './use-slow.ts';
import { useViewerZone } from '../../kit/table/use-zone.ts';
import { count } from './words.ts';

const CATCH_UP_MS = 800;

const NO_INCIDENTS: Envelope<IncidentData> = {
  state: 'ok',
  code: 200,
  msg: '',
  data: { list: [], hasMore: false },
};

/** One label was settled by itself: its incident is about the others. */
const withoutLabel = (list: IncidentData['list'], id: string): IncidentData['list'] =>
  list
    .map((incident) => ({ ...incident, labels: incident.labels.filter((one) => one.id !== id) }))
    .filter(({ labels }) => labels.length > 0);

const CancelRest = ({ info, onDone }: { info: BatchInfo; onDone: () => void }) => {
  const { left, isOffered, cancel, isUnderWay, said } = useCancelRest(info, onDone);
  return (
    <>
      {isOffered && (
        <button type="button" className="button destructive" disabled={isUnderWay} onClick={cancel}>
          {isUnderWay ? '正在撤回…' : `取消没印的 ${count(left)} 张`}
        </button>
      )}
      {/* Silent it takes no room: the buttons end where the page does. */}
      <span className={said ? 'small quiet' : 'visually-hidden'} aria-live="polite">
        {said}
      </span>
    </>
  );
};

const Head = ({
  info,
  batchNo,
  tz,
  search,
  onChanged,
}: {
  info: BatchInfo | undefined;
  batchNo: string;
  tz: string;
  search: DetailSearch;
  onChanged: () => void;
}) => {
  const soft = useAlias();
  const lost = lostText(useNews());
  return (
    <div className="page-head">
      <div>
        <nav className="crumb" aria-label="位置">
          <Link to="/$soft/user/printStat" params={{ soft }}>
            打印统计
          </Link>
          <span aria-hidden="true">/</span>
          <span>批次</span>
        </nav>
        <h1>
          {batchNo} <CopyButton text={batchNo} what="批次号" />
        </h1>
        {info && (
          <p>
            {info.templateName} {sizeText(info)} · {info.groupName ?? info.printerName} · 来自
            {SOURCE_WORDS[info.source]} · <Time at={info.createdAt} />
            收到
            {lost && `。${lost}`}
          </p>
        )}
      </div>
      {info && (
        <div className="push-end">
          {info.isKept && <ExportButton name="detailExport" input={detailInput(search, tz)} />}
          <CancelRest info={info} onDone={onChanged} />
        </div>
      )}
    </div>
  );
};

const Gone = () => {
  const soft = useAlias();
  return (
    <div className="empty">
      <h2>没有这个批次</h2>
      <p className="medium quiet">批次号不对，或者它已经被隐藏。</p>
      <div className="row">
        <Link className="button" to="/$soft/user/printStat" params={{ soft }}>
          看所有批次
        </Link>
      </div>
    </div>
  );
};

const Past = () => {
  const soft = useAlias();
  return (
    <div className="empty">
      <h2>标签的记录已过保留期</h2>
      <p className="medium quiet">
        每一张的内容和凭据，你的方案不再保留；上面的张数和打印统计照旧算着它们。
      </p>
      <div className="row">
        <Link className="button" to="/$soft/vip" params={{ soft }}>
          看各个方案保留多久
        </Link>
      </div>
    </div>
  );
};

type BatchPageProps = {
  loaded: DetailLoaded;
  batchReply: BatchReply;
  search: DetailSearch;
  batchNo: string;
};

/** One batch: figures, what waits for an answer, every label as a cell, and the list. */
export const BatchPage = ({ loaded, batchReply, search, batchNo }: BatchPageProps) => {
  const api = useApi();
  const { tz, today } = loaded;
  useViewerZone(tz);
  const details = useDetails(loaded.details, search, tz);
  const readIncidents = useCallback(() => loadIncidents(api, batchNo), [api, batchNo]);
  const incidents = useLiveData<IncidentData>(loaded.incidents ?? NO_INCIDENTS, readIncidents);
  const recount = useSlow(incidents.refresh, CATCH_UP_MS);
  const relist = useSlow(details.refresh, CATCH_UP_MS);
  const live = useBatch(batchReply, batchNo, (events) => {
    details.hear(events);
    const own = events.filter(
      (event) => event.type === 'resync' || ('batchNo' in event && event.batchNo === batchNo),
    );
    if (own.length === 0) return;
    recount();
    // Under a filter labels come and go; without one they only change, and the events did that already.
    if (search.state || search.evidence || own.some((event) => event.type === 'resync')) relist();
  });
  const acts = useActs((detail) => {
    details.change(detail);
    if (detail.state && detail.state !== 'uncertain')
      incidents.patch((now) => ({ ...now, list: withoutLabel(now.list, detail.id) }));
    live.refresh();
  });
  const batch = live.data;
  return (
    <>
      <Head info={batch?.info} batchNo={batchNo} tz={tz} search={search} onChanged={live.refresh} />
      {batch === null ? (
        live.failure?.code === 404 ? (
          <Gone />
        ) : (
          <Trouble
            what="批次没有读到"
            why={live.failure?.msg ?? ''}
            requestId={live.failure?.data?.requestId}
            onRetry={() => void live.reload()}
          />
        )
      ) : (
        <>
          <BatchFigures info={batch.info} />
          {batch.info.fontsChanged && (
            <p className="medium quiet">
              这一批提交以后，画标签的字体换过了：下面的图用现在的字体画，可能和印出来的不一样。
            </p>
          )}
          <ClientsToUpdate info={batch.info} />
          <BatchGroup
            info={batch.info}
            onMoved={() => {
              details.refresh();
              live.refresh();
            }}
          />
          {incidents.data && incidents.data.list.length > 0 && (
            <Incidents
              list={incidents.data.list}
              template={batch.info.template}
              places={batch.cells.places}
              hasMore={incidents.data.hasMore}
              onSettled={() => {
                incidents.refresh();
                details.refresh();
                live.refresh();
              }}
            />
          )}
          {batch.info.isKept ? (
            <>
              <CellsMap batch={batch} template={batch.info.template} />
              <section className="block" aria-label="标签">
                <DetailFilters
                  search={search}
                  today={today}
                  counts={batch.info.counts}
                  total={batch.info.total}
                />
                <LabelList details={details} acts={acts} search={search} />
              </section>
            </>
          ) : (
            <Past />
          )}
        </>
      )}
    </>
  );
};
