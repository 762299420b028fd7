import type { Template } from '@yunbiao/label';
import { Status } from '@yunbiao/ui';
import { Cells } from '@yunbiao/ui/cells.tsx';
import { useEffect, useState } from 'react';
import { LabelThumb } from '../../shell/label/label-thumb.tsx';
import { type LiveBatch, stateAt } from '../../shell/live/batch-state.ts';
import { countsText, STATES_TOLD } from '../../shell/print-counts.ts';
import { DETAIL_WORDS } from '../../shell/print-words.ts';
import { useApi } from '../../shell/site.tsx';
import { sayFailure } from '../../shell/say-failure.ts';
import css from './detail.module.css';
import { Story } from './label-story.tsx';
import { count, type Detail } from './words.ts';

/** A walk with the arrow keys reads only where it rests, ms. */
const REST_MS = 150;

/** Reads the label of a cell: the one after the cell before it. */
const usePicked = ({ cells, info }: LiveBatch) => {
  const api = useApi();
  const [place, setPlace] = useState<number>();
  const [detail, setDetail] = useState<Detail>();
  const { batchNo } = info;
  const { ids } = cells;
  const state = place === undefined ? undefined : cells.states[place];
  useEffect(() => {
    if (place === undefined) return;
    let left = false;
    const read = async (): Promise<void> => {
      const before = ids[place - 1];
      const input = { batchNo, pageSize: 1, ...(before ? { lastId: before } : {}) };
      const reply = await api.call('detailList', input);
      if (left) return;
      if (reply.state === 'fail') sayFailure(reply);
      else setDetail(reply.data.list[0]);
    };
    const timer = setTimeout(() => void read(), REST_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
    // Read again, too, when the state of the picked label changes.
  }, [api, batchNo, ids, place, state]);
  const shown = place !== undefined && detail?.id === ids[place] ? detail : undefined;
  return { place, setPlace, detail: shown };
};

const Key = ({ counts }: { counts: LiveBatch['info']['counts'] }) => (
  <footer className={css.legend}>
    {STATES_TOLD.filter((state) => counts[state] > 0).map((state) => (
      <span key={state}>
        <Status kind={DETAIL_WORDS[state].kind}>
          {DETAIL_WORDS[state].text} {count(counts[state])}
        </Status>
      </span>
    ))}
  </footer>
);

/** Every label of the batch, one cell each; a cell opens what happened to its label. */
export const CellsMap = ({ batch, template }: { batch: LiveBatch; template: Template }) => {
  const { cells, info } = batch;
  const { place, setPlace, detail } = usePicked(batch);
  const [under, setUnder] = useState(-1);
  const words = (at: number): string => `第 ${at + 1} 张，${DETAIL_WORDS[stateAt(cells, at)].text}`;
  const read = under >= 0 ? under : place;
  return (
    <section className="blk">
      <div className="row">
        <h2 className="h2">{count(info.total)} 张</h2>
        <span className="s qq">一格一张，点一格看它走到哪一步</span>
        <span className={`sp ${css.readout}`}>{read === undefined ? '' : words(read)}</span>
      </div>
      <div className="plate">
        <div className={css.cells}>
          <Cells
            count={cells.ids.length}
            kindAt={(at) => DETAIL_WORDS[stateAt(cells, at)].kind}
            version={cells}
            label={`${info.total} 张标签：${countsText(info.counts)}`}
            picked={place}
            onPick={setPlace}
            onPoint={setUnder}
            wordsAt={words}
          />
        </div>
        <Key counts={info.counts} />
        {detail && (
          <div className={css.opened} aria-live="polite">
            <LabelThumb
              template={template}
              data={detail.data}
              title={detail.title}
              maxWidthPx={160}
              maxHeightPx={120}
              maxPxPerMm={3}
            />
            <div>
              <b className="m">{detail.title || `第 ${detail.sequence} 张`}</b>
              <Story detail={detail} />
            </div>
          </div>
        )}
      </div>
    </section>
  );
};
