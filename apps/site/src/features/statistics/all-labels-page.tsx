import { useGatheredEvents } from '../../kit/printing/use-batch.ts';
import { useActs } from './acts.ts';
import { DetailFilters } from './detail-filters.tsx';
import { ExportButton } from '../../kit/table/export-button.tsx';
import { LabelList } from './label-list.tsx';
import type { DetailLoaded } from './load.ts';
import { type DetailSearch, detailInput } from './search.ts';
import { useDetails } from './use-details.ts';
import { useSlow } from './use-slow.ts';
import { useViewerZone } from '../../kit/table/use-zone.ts';

/** New labels join the list this fast, ms; listed ones move at once. */
const CATCH_UP_MS = 2000;

/** 标签明细: every label of the member, newest first. */
export const AllLabelsPage = ({
  loaded,
  search,
}: {
  loaded: DetailLoaded;
  search: DetailSearch;
}) => {
  const { tz, today } = loaded;
  useViewerZone(tz);
  const details = useDetails(loaded.details, search, tz);
  const acts = useActs(details.change);
  const catchUp = useSlow(details.refresh, CATCH_UP_MS);
  useGatheredEvents((events) => {
    details.hear(events);
    if (events.some(({ type }) => type === 'resync' || type === 'batch')) catchUp();
  });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>标签明细</h1>
          <p>每一张标签印没印、凭什么说印了。</p>
        </div>
        <div className="push-end">
          <ExportButton name="detailExport" input={detailInput(search, tz)} />
        </div>
      </div>
      <DetailFilters search={search} today={today} />
      <LabelList details={details} acts={acts} search={search} />
    </>
  );
};
