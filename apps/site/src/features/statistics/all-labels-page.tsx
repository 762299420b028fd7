import { useBatchedPrintEvents } from '../../kit/printing/use-batch.ts';
import { useLabelActions } from './labels/label-actions.ts';
import { DetailFilters } from './labels/detail-filters.tsx';
import { ExportButton } from '../../kit/table/export-button.tsx';
import { LabelList } from './labels/label-list.tsx';
import type { DetailLoaded } from './load.ts';
import { type DetailSearch, toDetailInput } from './search.ts';
import { useLabelDetails } from './labels/use-details.ts';
import { useThrottledCallback } from './use-throttled.ts';
import { useReloadForViewerZone } from '../../kit/table/use-zone.ts';

/** Interval at which new labels are added to the list, ms. Listed labels update immediately. */
const REFRESH_MS = 2000;

/** 标签明细: all labels of the member, newest first. */
export const AllLabelsPage = ({
  loaded,
  search,
}: {
  loaded: DetailLoaded;
  search: DetailSearch;
}) => {
  const { tz, today } = loaded;
  useReloadForViewerZone(tz);
  const details = useLabelDetails(loaded.details, search, tz);
  const acts = useLabelActions(details.change);
  const catchUp = useThrottledCallback(details.refresh, REFRESH_MS);
  useBatchedPrintEvents((events) => {
    details.hear(events);
    if (events.some(({ type }) => type === 'resync' || type === 'batch')) catchUp();
  });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>标签明细</h1>
          <p>每一张标签是否已打印、凭什么说打印了。</p>
        </div>
        <div className="push-end">
          <ExportButton name="detailExport" input={toDetailInput(search, tz)} />
        </div>
      </div>
      <DetailFilters search={search} today={today} />
      <LabelList details={details} acts={acts} search={search} />
    </>
  );
};
