import type { Envelope } from '@yunbiao/contract/core/envelope';
import { useCallback } from 'react';
import { useLiveData } from '../../../kit/live/live-data.ts';
import { type BatchReply, useBatch } from '../../../kit/printing/use-batch.ts';
import { useApi } from '../../../kit/site/site.tsx';
import { useLabelActions } from '../labels/label-actions.ts';
import { type DetailLoaded, type IncidentData, loadIncidents } from '../load.ts';
import type { DetailSearch } from '../search.ts';
import { useLabelDetails } from '../labels/use-details.ts';
import { useThrottledCallback } from '../use-throttled.ts';

/** Minimum interval between reloads of labels and incidents while events arrive, ms. */
const CATCH_UP_MS = 800;

const NO_INCIDENTS: Envelope<IncidentData> = {
  state: 'ok',
  code: 200,
  msg: '',
  data: { list: [], hasMore: false },
};

/** Removes a label that was resolved individually from its incident. */
const removeLabelFromIncidents = (list: IncidentData['list'], id: string): IncidentData['list'] =>
  list
    .map((incident) => ({
      ...incident,
      labels: incident.labels.filter((label) => label.id !== id),
    }))
    .filter(({ labels }) => labels.length > 0);

export type BatchPageProps = {
  loaded: DetailLoaded;
  batchReply: BatchReply;
  search: DetailSearch;
  batchNo: string;
};

/** A batch with its labels and incidents, which follow the events of the printer. */
export const useLiveBatch = ({ loaded, batchReply, search, batchNo }: BatchPageProps) => {
  const api = useApi();
  const details = useLabelDetails(loaded.details, search, loaded.tz);
  const readIncidents = useCallback(() => loadIncidents(api, batchNo), [api, batchNo]);
  const incidents = useLiveData<IncidentData>(loaded.incidents ?? NO_INCIDENTS, readIncidents);
  const recount = useThrottledCallback(incidents.refresh, CATCH_UP_MS);
  const relist = useThrottledCallback(details.refresh, CATCH_UP_MS);
  const live = useBatch(batchReply, batchNo, (events) => {
    details.hear(events);
    const ownEvents = events.filter(
      (event) => event.type === 'resync' || ('batchNo' in event && event.batchNo === batchNo),
    );
    if (ownEvents.length === 0) return;
    recount();
    // With a filter, labels can enter or leave the list. Without one they only change state, and
    // the events have applied that already.
    if (search.state || search.evidence || ownEvents.some((event) => event.type === 'resync'))
      relist();
  });
  const acts = useLabelActions((detail) => {
    details.change(detail);
    if (detail.state && detail.state !== 'uncertain')
      incidents.patch((now) => ({ ...now, list: removeLabelFromIncidents(now.list, detail.id) }));
    live.refresh();
  });
  return { live, details, incidents, acts };
};
