import type { Template } from '@yunbiao/label';
import { Status } from '@yunbiao/ui';
import { formatCount, keepUnits } from '@yunbiao/ui/format.ts';
import { useState } from 'react';
import { LabelThumb } from '../../kit/label/label-thumb.tsx';
import { type Incident, useSettleIncident, type Word } from '../../kit/printing/incident.ts';
import css from './detail.module.css';
import { PickLabels } from './pick-labels.tsx';
import { Story } from './label-story.tsx';
import { placesText } from './places.ts';

export type IncidentProps = {
  incident: Incident;
  template: Template;
  /** Place of each label in the batch, from 0: what one counts on the roll. */
  places: ReadonlyMap<string, number>;
  onSettled: () => void;
};

/** What happened, and which labels that leaves open. */
const What = ({ incident, places }: Pick<IncidentProps, 'incident' | 'places'>) => {
  const { labels, reason } = incident;
  const one = labels.length === 1 ? labels[0] : undefined;
  return (
    <>
      <h2 className="section-title">
        <Status kind="uncertain">{placesText(labels, places)}待确认</Status>
        {!one && <small>共 {formatCount(labels.length)} 张，同一次出的事</small>}
      </h2>
      <p className="medium quiet">
        {one?.title ? `${one.title} 的` : ''}数据已经发出，没等到打印机的凭据
        {reason && `（${keepUnits(reason)}）`}
        。可能印了，也可能没印。请看一眼出纸口：纸卷上有没有{one ? '这一张' : '这几张'}？
      </p>
    </>
  );
};

const OneLabel = ({ incident, template, places, onSettled }: IncidentProps) => {
  const { busy, settle } = useSettleIncident(onSettled);
  const { batchNo, labels } = incident;
  const whole = labels[0]?.whole;
  if (!whole) return null;
  return (
    <section className={css.ask} aria-label="待确认的标签">
      <div className={css.picture}>
        <LabelThumb
          template={template}
          data={whole.data}
          title={`${placesText(labels, places)}：${whole.title}`}
          maxWidthPx={220}
          maxHeightPx={200}
          maxPxPerMm={4}
        />
      </div>
      <div>
        <What incident={incident} places={places} />
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
            没有，重打
          </button>
          <span className="small faint hide">
            重打的这一张会排在后面，序号仍是 {whole.sequence}。
          </span>
        </div>
      </div>
      <Story detail={whole} />
    </section>
  );
};

const SomeLabels = ({ incident, template, places, onSettled }: IncidentProps) => {
  const { busy, settle } = useSettleIncident(onSettled);
  const [picking, setPicking] = useState(false);
  const { batchNo, labels } = incident;
  const say = (word: Omit<Word, 'batchNo'>): void => void settle({ batchNo, ...word });
  return (
    <section className={`${css.ask} ${css.some}`} aria-label="一次出的事，几张标签待确认">
      <div>
        <What incident={incident} places={places} />
        <div className={`row ${css.answers}`}>
          <button
            type="button"
            className={picking ? 'button' : 'button primary'}
            disabled={busy}
            onClick={() => say({ printed: labels })}
          >
            全部印出来了
          </button>
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => say({ reprint: labels })}
          >
            都没有印，重打
          </button>
          <button
            type="button"
            className="button"
            aria-expanded={picking}
            onClick={() => setPicking(!picking)}
          >
            挑着选
          </button>
        </div>
      </div>
      {picking && (
        <PickLabels
          labels={labels}
          template={template}
          places={places}
          busy={busy}
          onPicked={(printed, reprint) => say({ printed, reprint })}
        />
      )}
    </section>
  );
};

type IncidentsProps = Omit<IncidentProps, 'incident'> & {
  list: readonly Incident[];
  /** There are more labels than are asked about at once. */
  hasMore: boolean;
};

/** What only the member can settle, because only the member sees the roll: an incident each. */
export const Incidents = ({ list, hasMore, ...rest }: IncidentsProps) => (
  <div id="uncertain" className={css.incidents}>
    {list.map((incident) => {
      const Shown = incident.labels.length === 1 ? OneLabel : SomeLabels;
      return <Shown key={incident.labels[0]?.id} {...rest} incident={incident} />;
    })}
    {hasMore && <p className="small quiet">还有更多待确认的标签，处理完这些再接着问。</p>}
  </div>
);
