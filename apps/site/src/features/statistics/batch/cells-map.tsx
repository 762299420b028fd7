import type { Template } from '@yunbiao/label';
import { CellMap } from '@yunbiao/ui/cells/cells.tsx';
import { useEffect, useState } from 'react';
import { LabelThumb } from '../../../kit/label/label-thumb.tsx';
import {
  createStatusIconLookup,
  type LiveBatch,
  findPrintingLabelIndex,
  getLabelStateAt,
} from '../../../kit/printing/batch-state.ts';
import { listCountsByCellKind, formatCellCounts } from '../../../kit/printing/cell-counts.ts';
import { CellsLegend } from '../../../kit/printing/cells-legend.tsx';
import { formatLabelRow } from '../../../kit/printing/label-places.ts';
import { DETAIL_WORDS } from '../../../kit/printing/print-status.ts';
import { useApi } from '../../../kit/site/site.tsx';
import { showFailure } from '../../../kit/page/show-failure.ts';
import css from '../labels/detail.module.css';
import { LabelSteps } from '../labels/label-steps-list.tsx';
import { count, type Detail } from '../words.ts';

/**
 * Delay before the label of a cell is fetched, so that moving with the arrow keys does not fetch
 * every cell, ms.
 */
const REST_MS = 150;

/** Fetches the label of the selected cell. The call takes the id of the label before it. */
const usePickedLabel = ({ cells, info }: LiveBatch) => {
  const api = useApi();
  const [place, setPlace] = useState<number>();
  const [detail, setDetail] = useState<Detail>();
  const { batchNo } = info;
  const { ids } = cells;
  const state = place === undefined ? undefined : cells.states[place];
  useEffect(() => {
    if (place === undefined) return;
    let isCancelled = false;
    const fetchPickedLabel = async (): Promise<void> => {
      const idBefore = ids[place - 1];
      const input = { batchNo, pageSize: 1, ...(idBefore ? { lastId: idBefore } : {}) };
      const reply = await api.call('detailList', input);
      if (isCancelled) return;
      if (reply.state === 'fail') showFailure(reply);
      else setDetail(reply.data.list[0]);
    };
    const timer = setTimeout(() => void fetchPickedLabel(), REST_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
    // `state`: fetches again when the state of the selected label changes.
  }, [api, batchNo, ids, place, state]);
  const shownDetail = place !== undefined && detail?.id === ids[place] ? detail : undefined;
  return { place, setPlace, detail: shownDetail };
};

/** Map of the batch, one cell per label. A selected cell shows the history of its label. */
export const CellsMap = ({ batch, template }: { batch: LiveBatch; template: Template }) => {
  const { cells, info } = batch;
  const { place, setPlace, detail } = usePickedLabel(batch);
  const [hoveredPlace, setUnder] = useState(-1);
  const printingPlace = findPrintingLabelIndex(batch);
  const cellCounts = listCountsByCellKind(info.counts, printingPlace >= 0);
  const describeLabelCell = (at: number): string =>
    `第 ${at + 1} 张，${at === printingPlace ? '正在处理' : DETAIL_WORDS[getLabelStateAt(cells, at)].text}`;
  const read = hoveredPlace >= 0 ? hoveredPlace : place;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">{count(info.total)} 张</h2>
        <span className="small faint">一格一张，点一格看它走到哪一步</span>
        <span className={`push-end ${css.readout}`}>
          {read === undefined ? '' : describeLabelCell(read)}
        </span>
      </div>
      <div className="plate">
        <div className={css.cells}>
          <CellMap
            count={cells.ids.length}
            getKind={createStatusIconLookup(batch)}
            version={batch}
            label={`${info.total} 张标签：${formatCellCounts(cellCounts)}`}
            selectedIndex={place}
            onSelect={setPlace}
            onHover={setUnder}
            describeCell={describeLabelCell}
          />
        </div>
        <footer>
          <CellsLegend cells={cellCounts} />
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
              {detail.sheetRow !== null && (
                <small className="quiet"> {formatLabelRow(detail)}</small>
              )}
              <LabelSteps detail={detail} />
            </div>
          </div>
        )}
      </div>
    </section>
  );
};
