import type { Template } from '@yunbiao/label';
import { formatCount } from '@yunbiao/ui/format.ts';
import { useState } from 'react';
import { LabelThumb } from '../../kit/label/label-thumb.tsx';
import type { Incident } from '../../kit/printing/incident.ts';
import css from './detail.module.css';
import { placesText } from './places.ts';

/** More labels than this are told by their words: nobody tells hundreds of thumbnails apart. */
const MAX_PICTURES = 24;

type Label = Incident['labels'][number];

type PickLabelsProps = {
  labels: readonly Label[];
  template: Template;
  places: ReadonlyMap<string, number>;
  busy: boolean;
  onPicked: (printed: Label[], reprint: Label[]) => void;
};

/** Which of the labels are on the roll; the others are printed again. */
export const PickLabels = ({ labels, template, places, busy, onPicked }: PickLabelsProps) => {
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const printed = labels.filter(({ id }) => out.has(id));
  const reprint = labels.filter(({ id }) => !out.has(id));
  const toggle = (id: string): void => {
    const next = new Set(out);
    if (!next.delete(id)) next.add(id);
    setOut(next);
  };
  return (
    <div className={css.picking} role="group" aria-label="勾上印出来的">
      <p className="small quiet">勾上纸卷上有的，没勾的重打。</p>
      <ul className={css.picks}>
        {labels.map((label) => (
          <li key={label.id}>
            <label className="check">
              <input
                type="checkbox"
                checked={out.has(label.id)}
                onChange={() => toggle(label.id)}
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
                <b>{placesText([label], places)}</b>
                <small>{label.title}</small>
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
          ? `${formatCount(reprint.length)} 张都重打`
          : reprint.length === 0
            ? `${formatCount(printed.length)} 张都印出来了`
            : `印出来 ${formatCount(printed.length)} 张，其余 ${formatCount(reprint.length)} 张重打`}
      </button>
    </div>
  );
};
