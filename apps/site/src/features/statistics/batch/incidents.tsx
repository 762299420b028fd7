import { GuideLink } from '../../../kit/guide/guide-link.tsx';
import { PLACE_GUIDES } from '../../../kit/guide/trouble-guides.ts';
import type { Template } from '@yunbiao/label';
import { Status } from '@yunbiao/ui';
import { formatCount, keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { useState } from 'react';
import { LabelThumb } from '../../../kit/label/label-thumb.tsx';
import {
  type Incident,
  useResolveIncident,
  type IncidentDecision,
} from '../../../kit/printing/incident.ts';
import { formatLabelPlaces, formatSheetRows } from '../../../kit/printing/label-places.ts';
import css from '../labels/detail.module.css';
import { PickLabels } from '../labels/pick-labels.tsx';
import { LabelSteps } from '../labels/label-steps-list.tsx';

export type IncidentProps = {
  incident: Incident;
  template: Template;
  /** Position of each label in the batch, 0-based: the position on the roll. */
  places: ReadonlyMap<string, number>;
  onSettled: () => void;
};

/** Describes the incident and the labels it leaves uncertain. */
const IncidentSummary = ({ incident, places }: Pick<IncidentProps, 'incident' | 'places'>) => {
  const { labels, reason } = incident;
  const onlyLabel = labels.length === 1 ? labels[0] : undefined;
  const notes = [
    formatSheetRows(labels),
    ...(onlyLabel ? [] : [`共 ${formatCount(labels.length)} 张，同一次出的事`]),
  ].filter((text) => text !== '');
  return (
    <>
      <h2 className="section-title">
        <Status kind="uncertain">{formatLabelPlaces(labels, places)}待确认</Status>
        {notes.length > 0 && <small>{notes.join('，')}</small>}
      </h2>
      <p className="medium quiet">
        {onlyLabel?.title ? `${onlyLabel.title} 的` : ''}数据已经发出，没等到打印机的凭据
        {reason && `（${keepNumbersWithUnits(reason)}）`}
        。可能打印了，也可能没打印。请看一眼出纸口：纸卷上有没有{onlyLabel ? '这一张' : '这几张'}？
        <GuideLink guide={PLACE_GUIDES.uncertain} />
      </p>
    </>
  );
};

const SingleLabelIncident = ({ incident, template, places, onSettled }: IncidentProps) => {
  const { busy, settle } = useResolveIncident(onSettled);
  const { batchNo, labels } = incident;
  const fullLabel = labels[0]?.whole;
  if (!fullLabel) return null;
  return (
    <section className={css.ask} aria-label="待确认的标签">
      <div className={css.picture}>
        <LabelThumb
          template={template}
          data={fullLabel.data}
          title={`${formatLabelPlaces(labels, places)}：${fullLabel.title}`}
          maxWidthPx={220}
          maxHeightPx={200}
          maxPxPerMm={4}
        />
      </div>
      <div>
        <IncidentSummary incident={incident} places={places} />
        <div className={`row ${css.answers}`}>
          <button
            type="button"
            className="button primary"
            disabled={busy}
            onClick={() => void settle({ batchNo, printed: labels })}
          >
            有，已打印
          </button>
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => void settle({ batchNo, reprint: labels })}
          >
            没有，重新打印
          </button>
          <span className="small faint hide">
            重新打印的这一张会排在后面，序号仍是 {fullLabel.sequence}。
          </span>
        </div>
      </div>
      <LabelSteps detail={fullLabel} />
    </section>
  );
};

const MultiLabelIncident = ({ incident, template, places, onSettled }: IncidentProps) => {
  const { busy, settle } = useResolveIncident(onSettled);
  const [picking, setPicking] = useState(false);
  const { batchNo, labels } = incident;
  const submitDecision = (decision: Omit<IncidentDecision, 'batchNo'>): void =>
    void settle({ batchNo, ...decision });
  return (
    <section className={`${css.ask} ${css.some}`} aria-label="一次出的事，几张标签待确认">
      <div>
        <IncidentSummary incident={incident} places={places} />
        <div className={`row ${css.answers}`}>
          <button
            type="button"
            className={picking ? 'button' : 'button primary'}
            disabled={busy}
            onClick={() => submitDecision({ printed: labels })}
          >
            全部打印出来了
          </button>
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => submitDecision({ reprint: labels })}
          >
            都没有打印，重新打印
          </button>
          <button
            type="button"
            className="button"
            aria-expanded={picking}
            onClick={() => setPicking(!picking)}
          >
            逐张选择
          </button>
        </div>
      </div>
      {picking && (
        <PickLabels
          labels={labels}
          template={template}
          places={places}
          busy={busy}
          onPicked={(printed, reprint) => submitDecision({ printed, reprint })}
        />
      )}
    </section>
  );
};

type IncidentsProps = Omit<IncidentProps, 'incident'> & {
  list: readonly Incident[];
  /** More labels exist than are shown at once. */
  hasMore: boolean;
};

/** Incidents that only the member can resolve by looking at the roll. */
export const Incidents = ({ list, hasMore, ...rest }: IncidentsProps) => (
  <div id="uncertain" className={css.incidents}>
    {list.map((incident) => {
      const Shown = incident.labels.length === 1 ? SingleLabelIncident : MultiLabelIncident;
      return <Shown key={incident.labels[0]?.id} {...rest} incident={incident} />;
    })}
    {hasMore && <p className="small quiet">还有更多待确认的标签，处理完这些再继续。</p>}
  </div>
);
