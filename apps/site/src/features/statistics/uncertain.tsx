import type { Template } from '@yunbiao/label';
import { Icon, Status } from '@yunbiao/ui';
import { useState } from 'react';
import { LabelThumb } from '../../shell/label/label-thumb.tsx';
import type { Acts, Resolve } from './acts.ts';
import css from './detail.module.css';
import { Story } from './label-story.tsx';
import type { Detail } from './words.ts';

/** The labels that may or may not have come out: only the member can see the roll. */
export const Uncertain = ({
  list,
  template,
  places,
  acts,
}: {
  list: readonly Detail[];
  template: Template;
  /** Place of each label in the batch, from 0. */
  places: ReadonlyMap<string, number>;
  acts: Acts;
}) => {
  const [wanted, setWanted] = useState(0);
  const [busy, setBusy] = useState(false);
  const at = Math.min(wanted, list.length - 1);
  const detail = list[at];
  if (!detail) return null;
  const act = async (action: Resolve): Promise<void> => {
    setBusy(true);
    await acts.resolve([detail], action);
    setBusy(false);
  };
  // A row printed in copies has several labels: the place in the batch is what one counts on the roll.
  const place = places.get(detail.id);
  const name = `第 ${place === undefined ? detail.sequence : place + 1} 张`;
  return (
    <section className={css.ask} id="uncertain" aria-label="待确认的标签">
      <div className={css.pic}>
        <LabelThumb
          template={template}
          data={detail.data}
          title={`${name}：${detail.title}`}
          maxWidthPx={220}
          maxHeightPx={200}
          maxPxPerMm={4}
        />
      </div>
      <div>
        <h2 className="h2">
          <Status kind="uncertain">{name}待确认</Status>
          {list.length > 1 && (
            <span className={css.stepper}>
              {at + 1} / {list.length}
              <button
                type="button"
                className="ib"
                aria-label="上一张待确认"
                disabled={at === 0}
                onClick={() => setWanted(at - 1)}
              >
                <Icon name="left" />
              </button>
              <button
                type="button"
                className="ib"
                aria-label="下一张待确认"
                disabled={at === list.length - 1}
                onClick={() => setWanted(at + 1)}
              >
                <Icon name="right" />
              </button>
            </span>
          )}
        </h2>
        <p className="m q">
          {detail.title ? `${detail.title} 的` : ''}
          数据已经发出，没等到打印机的凭据。它可能印了，也可能没印。请看一眼出纸口：纸卷上有没有这一张？
        </p>
        <div className={`row ${css.answers}`}>
          <button
            type="button"
            className="btn go"
            disabled={busy}
            onClick={() => void act('printed')}
          >
            有，已打印
          </button>
          <button type="button" className="btn" disabled={busy} onClick={() => void act('reprint')}>
            没有，重打
          </button>
          <span className="s qq hide">重打的这一张会排在后面，序号仍是 {detail.sequence}。</span>
        </div>
      </div>
      <Story detail={detail} />
    </section>
  );
};
