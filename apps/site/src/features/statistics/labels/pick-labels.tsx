import type { Template } from '@yunbiao/label';
import { formatCount } from '@yunbiao/ui/format.ts';
import { useState } from 'react';
import { LabelThumb } from '../../../kit/label/label-thumb.tsx';
import type { Incident } from '../../../kit/printing/incident.ts';
import { formatLabelPlaces, formatSheetRows } from '../../../kit/printing/label-places.ts';
import css from './detail.module.css';

/** Above this number labels are listed as text: hundreds of thumbnails are hard to tell apart. */
const MAX_PICTURES = 24;

type Label = Incident['labels'][number];

type PickLabelsProps = {
  labels: readonly Label[];
  template: Template;
  places: ReadonlyMap<string, number>;
  busy: boolean;
  onPicked: (printed: Label[], reprint: Label[]) => void;
};

/** The member marks the labels that are on the roll; the others are reprinted. */
export const PickLabels = ({ labels, template, places, busy, onPicked }: PickLabelsProps) => {
  const [printedIds, setOut] = useState<ReadonlySet<string>>(new Set());
  const printed = labels.filter(({ id }) => printedIds.has(id));
  const reprint = labels.filter(({ id }) => !printedIds.has(id));
  const togglePrintedLabel = (id: string): void => {
    const next = new Set(printedIds);
    if (!next.delete(id)) next.add(id);
    setOut(next);
  };
  return (
    <div className={css.picking} role="group" aria-label="勾上打印出来的">
      <p className="small quiet">勾上纸卷上有的，没勾的重新打印。</p>
      <ul className={css.picks}>
        {labels.map((label) => (
          <li key={label.id}>
            <label className="check">
              <input
                type="checkbox"
                checked={printedIds.has(label.id)}
                onChange={() => togglePrintedLabel(label.id)}
              />
              {label.whole && labels.length <= MAX_PICTURES && (
                <LabelThumb
                  template={template}
                  data={label.whole.data}
                  title={label.title}
                  maxWidthPx={96}
                  maxHeightPx={72}
                />
              )}
              <span>
                <b>{formatLabelPlaces([label], places)}</b>
                <small>
                  {[label.title, formatSheetRows([label])]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={printed.length > 0 ? 'button primary' : 'button'}
        disabled={busy}
        onClick={() => onPicked(printed, reprint)}
      >
        {printed.length === 0
          ? `${formatCount(reprint.length)} 张都重新打印`
          : reprint.length === 0
            ? `${formatCount(printed.length)} 张都打印出来了`
            : `打印出来 ${formatCount(printed.length)} 张，其余 ${formatCount(reprint.length)} 张重新打印`}
      </button>
    </div>
  );
};
