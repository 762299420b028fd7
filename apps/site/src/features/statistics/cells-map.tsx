import type { Template } from '@yunbiao/label';
import { Cells } from '@yunbiao/ui/cells.tsx';
import { useEffect, useState } from 'react';
import { LabelThumb } from '../../kit/label/label-thumb.tsx';
import {
  cellKinds,
  type LiveBatch,
  placeOnPrinter,
  stateAt,
} from '../../kit/printing/batch-state.ts';
import { cellCounts, cellsText } from '../../kit/printing/cell-counts.ts';
import { CellsKey } from '../../kit/printing/cells-key.tsx';
import { DETAIL_WORDS } from '../../kit/printing/print-words.ts';
import { useApi } from '../../kit/site/site.tsx';
import { sayFailure } from '../../kit/page/say-failure.ts';
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

/** Every label of the batch, one cell each; a cell opens what happened to its label. */
export const CellsMap = ({ batch, template }: { batch: LiveBatch; template: Template }) => {
  const { cells, info } = batch;
  const { place, setPlace, detail } = usePicked(batch);
  const [under, setUnder] = useState(-1);
  const now = placeOnPrinter(batch);
  const counted = cellCounts(info.counts, now >= 0);
  const words = (at: number): string =>
    `第 ${at + 1} 张，${at === now ? '正轮到它' : DETAIL_WORDS[stateAt(cells, at)].text}`;
  const read = under >= 0 ? under : place;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">{count(info.total)} 张</h2>
        <span className="small faint">一格一张，点一格看它走到哪一步</span>
        <span className={`push-end ${css.readout}`}>{read === undefined ? '' : words(read)}</span>
      </div>
      <div className="plate">
        <div className={css.cells}>
          <Cells
            count={cells.ids.length}
            kindAt={cellKinds(batch)}
            version={batch}
            label={`${info.total} 张标签：${cellsText(counted)}`}
            picked={place}
            onPick={setPlace}
            onPoint={setUnder}
            wordsAt={words}
          />
        </div>
        <footer>
          <CellsKey cells={counted} />
        </footer>
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
              <b className="medium">{detail.title || `第 ${detail.sequence} 张`}</b>
              <Story detail={detail} />
            </div>
          </div>
        )}
      </div>
    </section>
  );
};
