import { Link } from '@tanstack/react-router';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import { Status } from '@yunbiao/ui';
import { CellMap } from '@yunbiao/ui/cells/cells.tsx';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  createStatusIconLookup,
  findPrintingLabelIndex,
  type LiveBatch,
} from '../../../kit/printing/batch-state.ts';
import { formatCellCounts, listCountsByCellKind } from '../../../kit/printing/cell-counts.ts';
import { CellsLegend } from '../../../kit/printing/cells-legend.tsx';
import { ClientsToUpdate } from '../../../kit/printing/clients-to-update.tsx';
import { type BatchReply, fetchBatch, useBatch } from '../../../kit/printing/use-batch.ts';
import { createOnDemandComponent } from '../../../kit/site/on-demand.ts';
import { useConnectionState } from '../../../kit/live/live-print.ts';
import { BATCH_WORDS, DETAIL_WORDS, EVIDENCE_LABELS } from '../../../kit/printing/print-status.ts';
import { describeLostConnection } from '../../../kit/printing/printer-status.ts';
import { useApi, useSoftwareAlias } from '../../../kit/site/site.tsx';
import css from '../print.module.css';
import { PrinterStates } from './printer-states.tsx';
import { BatchActions } from './batch-actions.tsx';

const VirtualRoll = createOnDemandComponent(
  async () => (await import('../../../kit/roll/virtual-roll.tsx')).VirtualRoll,
);

/** Maximum height of the map, CSS px. Keeps the buttons below it in view. */
const MAP_PX = 420;

type DetailEvent = Extract<PrintEvent, { type: 'detail' }>;

const ProgressBar = ({ batch }: { batch: LiveBatch }) => {
  const { state, total, counts } = batch.info;
  const { kind, text } = BATCH_WORDS[state];
  const out = counts.printed + counts.sent;
  return (
    <span className="push-end">
      <Status kind={kind}>
        {state === 'done'
          ? `${text} ${formatCount(total)} 张`
          : `${text} ${formatCount(out)} / ${formatCount(total)}`}
      </Status>
    </span>
  );
};

/** The label that changed last, and its evidence. */
const LastChange = ({ event, batch }: { event: DetailEvent; batch: LiveBatch }) => {
  const place = batch.cells.places.get(event.id);
  const { kind, text } = DETAIL_WORDS[event.state];
  const { counterFrom, counterTo } = event;
  return (
    <footer>
      <Status kind={kind}>
        {place === undefined ? '' : `第 ${place + 1} 张 `}
        {text}
      </Status>
      <span className="faint push-end">
        {event.reason ||
          (counterTo === null
            ? event.evidence === 'none'
              ? ''
              : EVIDENCE_LABELS[event.evidence]
            : `计数器 ${counterFrom === null ? '' : `${counterFrom.toLocaleString('zh-CN')} → `}${counterTo.toLocaleString('zh-CN')}`)}
      </span>
    </footer>
  );
};

/**
 * Moves the focus to the heading after the print button was pressed. Leaves the focus alone when
 * Enter was pressed in a field, or when the focus has moved on to a field.
 */
const useHeadingFocus = (pressed: Element | null) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (pressed?.localName === 'button' && pressed === document.activeElement)
      heading.current?.focus();
  }, [pressed]);
  return heading;
};

type BatchProgressProps = {
  batchNo: string;
  /** Element that had the focus when this batch was submitted on this page. */
  pressed: Element | null;
  /** Prints the same content again. Undefined when the content of the page has changed. */
  onAgain?: () => void;
};

const ProgressPanel = ({
  reply,
  batchNo,
  pressed,
  onAgain,
}: BatchProgressProps & { reply: BatchReply }) => {
  const soft = useSoftwareAlias();
  const heading = useHeadingFocus(pressed);
  const connectionLoss = describeLostConnection(useConnectionState());
  const [last, setLast] = useState<DetailEvent>();
  const live = useBatch(reply, batchNo, (events) => {
    const lastMove = events.findLast(
      (event): event is DetailEvent => event.type === 'detail' && event.batchNo === batchNo,
    );
    if (lastMove) setLast(lastMove);
  });
  const batch = live.data;
  if (!batch)
    return (
      <LoadError
        title="批次没有读到"
        reason={live.failure?.msg ?? ''}
        onRetry={() => void live.reload()}
      />
    );
  const { cells, info } = batch;
  const cellCounts = listCountsByCellKind(info.counts, findPrintingLabelIndex(batch) >= 0);
  return (
    <figure>
      <div className="plate">
        <header>
          <h2 ref={heading} className={`ink ${css.panelHead}`} tabIndex={-1}>
            批次
          </h2>
          <Link
            className="link"
            to="/$soft/user/printStatDetail"
            params={{ soft }}
            search={{ batchNo }}
          >
            {batchNo}
          </Link>
          <CopyButton text={batchNo} targetName="批次号" />
          <ProgressBar batch={batch} />
        </header>
        <div className={css.progress}>
          <CellMap
            count={cells.ids.length}
            maxHeightPx={MAP_PX}
            getKind={createStatusIconLookup(batch)}
            version={batch}
            label={`${formatCount(info.total)} 张：${formatCellCounts(cellCounts)}`}
          />
          <div aria-live="polite">
            <CellsLegend cells={cellCounts} />
          </div>
          <PrinterStates info={info} />
          <ClientsToUpdate info={info} />
          <BatchActions batch={batch} onAgain={onAgain} onDone={live.refresh} />
        </div>
        {info.virtualClientId && (
          <VirtualRoll clientId={info.virtualClientId} isShort inRows={info.columns > 1} />
        )}
        {last && <LastChange event={last} batch={batch} />}
      </div>
      <figcaption>
        {connectionLoss
          ? `${connectionLoss}，连上以后这里会补上。`
          : '离开这一页也会继续打印。断线时不能确定是否已打印的那一张记为待确认，等你来定。'}
      </figcaption>
    </figure>
  );
};

/** Live progress of the batch just submitted. */
export const BatchProgress = (props: BatchProgressProps) => {
  const { batchNo } = props;
  const api = useApi();
  const [reply, setReply] = useState<BatchReply>();
  const reloadBatch = useCallback(
    async () => setReply(await fetchBatch(api, batchNo)),
    [api, batchNo],
  );
  useEffect(() => {
    let isLeft = false;
    void fetchBatch(api, batchNo).then((answer) => !isLeft && setReply(answer));
    return () => {
      isLeft = true;
    };
  }, [api, batchNo]);
  if (!reply) return null;
  // The batch was hidden or removed.
  if (reply.state === 'fail' && reply.code === 404) return null;
  if (reply.state === 'fail')
    return <LoadError title="批次没有读到" reason={reply.msg} onRetry={() => void reloadBatch()} />;
  return <ProgressPanel {...props} reply={reply} />;
};
