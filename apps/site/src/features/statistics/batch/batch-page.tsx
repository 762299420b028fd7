import { Link } from '@tanstack/react-router';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import type { LiveData } from '../../../kit/live/live-data.ts';
import type { LiveBatch } from '../../../kit/printing/batch-state.ts';
import { ClientsToUpdate } from '../../../kit/printing/clients-to-update.tsx';
import { useSoftwareAlias } from '../../../kit/site/site.tsx';
import { useReloadForViewerZone } from '../../../kit/table/use-zone.ts';
import { DetailFilters } from '../labels/detail-filters.tsx';
import { LabelList } from '../labels/label-list.tsx';
import type { DetailSearch } from '../search.ts';
import { BatchFigures } from './batch-figures.tsx';
import { BatchGroup } from './batch-group.tsx';
import { BatchHead } from './batch-head.tsx';
import { CellsMap } from './cells-map.tsx';
import { Incidents } from './incidents.tsx';
import { type BatchPageProps, useLiveBatch } from './use-live-batch.ts';

const BatchNotFound = () => {
  const soft = useSoftwareAlias();
  return (
    <div className="empty">
      <h2>没有这个批次</h2>
      <p className="medium quiet">批次号不对，或者它已经被隐藏。</p>
      <div className="row">
        <Link className="button" to="/$soft/user/printStat" params={{ soft }}>
          查看所有批次
        </Link>
      </div>
    </div>
  );
};

const RecordsExpired = () => {
  const soft = useSoftwareAlias();
  return (
    <div className="empty">
      <h2>标签的记录已过保留期</h2>
      <p className="medium quiet">
        每一张的内容和凭据，你的方案不再保留；上面的张数和打印统计照旧算着它们。
      </p>
      <div className="row">
        <Link className="button" to="/$soft/vip" params={{ soft }}>
          查看各方案的保留时间
        </Link>
      </div>
    </div>
  );
};

const BatchUnavailable = ({ live }: { live: LiveData<LiveBatch> }) =>
  live.failure?.code === 404 ? (
    <BatchNotFound />
  ) : (
    <LoadError
      title="批次没有读到"
      reason={live.failure?.msg ?? ''}
      requestId={live.failure?.data?.requestId}
      onRetry={() => void live.reload()}
    />
  );

type SectionProps = ReturnType<typeof useLiveBatch> & { batch: LiveBatch };

/** Figures of the batch, and the incidents that need a decision. */
const BatchFiguresAndIncidents = ({ batch, live, details, incidents }: SectionProps) => (
  <>
    <BatchFigures info={batch.info} />
    {batch.info.fontsChanged && (
      <p className="medium quiet">
        这一批提交以后，画标签的字体换过了：下面的图用现在的字体画，可能和打印出来的不一样。
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
  </>
);

type LabelsProps = Pick<SectionProps, 'batch' | 'details' | 'acts'> & {
  search: DetailSearch;
  today: string;
};

/** Map and list of the labels. */
const BatchLabels = ({ batch, details, acts, search, today }: LabelsProps) => (
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
);

/** Page of one batch: figures, incidents, the map of labels and the list. */
export const BatchPage = (props: BatchPageProps) => {
  const { loaded, search, batchNo } = props;
  const { tz, today } = loaded;
  useReloadForViewerZone(tz);
  const page = useLiveBatch(props);
  const { live, details, acts } = page;
  const batch = live.data;
  return (
    <>
      <BatchHead
        info={batch?.info}
        batchNo={batchNo}
        tz={tz}
        search={search}
        onChanged={live.refresh}
      />
      {batch === null ? (
        <BatchUnavailable live={live} />
      ) : (
        <>
          <BatchFiguresAndIncidents {...page} batch={batch} />
          {batch.info.isKept ? (
            <BatchLabels {...{ batch, details, acts, search, today }} />
          ) : (
            <RecordsExpired />
          )}
        </>
      )}
    </>
  );
};
