import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { findPrinterGuide } from '../../kit/guide/trouble-guides.ts';
import { Link } from '@tanstack/react-router';
import { CLIENT_PAUSED_LABEL } from '@yunbiao/contract/evidence';
import type { PrintEvent } from '@yunbiao/contract/api/events';
import { Status } from '@yunbiao/ui';
import { Cells } from '@yunbiao/ui/cells/cells.tsx';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  createStatusIconLookup,
  type LiveBatch,
  findPrintingLabelIndex,
} from '../../kit/printing/batch-state.ts';
import { listCountsByCellKind, formatCellCounts } from '../../kit/printing/cell-counts.ts';
import { CellsLegend } from '../../kit/printing/cells-legend.tsx';
import { ClientsToUpdate } from '../../kit/printing/clients-to-update.tsx';
import { type BatchReply, fetchBatch, useBatch } from '../../kit/printing/use-batch.ts';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { useConnectionState } from '../../kit/live/live-print.ts';
import { useCancelUnprinted } from '../../kit/printing/use-cancel-unprinted.ts';
import { BATCH_WORDS, DETAIL_WORDS, EVIDENCE_LABELS } from '../../kit/printing/print-status.ts';
import { describeConnectionLoss, getPrinterStatus } from '../../kit/printing/printer-status.ts';
import { useSoftwareAlias, useApi } from '../../kit/site/site.tsx';
import css from './print.module.css';

const VirtualRoll = createOnDemandComponent(
  async () => (await import('../../kit/roll/virtual-roll.tsx')).VirtualRoll,
);

/** Maximum height of the map, CSS px. Keeps the buttons below it in view. */
const MAP_PX = 420;

type DetailEvent = Extract<PrintEvent, { type: 'detail' }>;

const Progress = ({ batch }: { batch: LiveBatch }) => {
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

const CancelRest = ({ batch, onDone }: { batch: LiveBatch; onDone: () => void }) => {
  const { left, isOffered, cancel, isUnderWay, said } = useCancelUnprinted(batch.info, onDone);
  return (
    <>
      {isOffered && (
        <button
          type="button"
          className="button compact push-end"
          disabled={isUnderWay}
          onClick={cancel}
        >
          {isUnderWay ? '正在撤回…' : `取消没打印的 ${left.toLocaleString('zh-CN')} 张`}
        </button>
      )}
      <p className={css.recall} aria-live="polite">
        {said}
      </p>
    </>
  );
};

/** Hints for jobs that wait for a printer that does not print. */
const WAIT_HINTS: Partial<Record<LiveBatch['info']['printerState'], string>> = {
  stopped: '处理好会自动继续打印',
  offline: '连上就继续打印',
  removed: '剩下的打印不了，换一个配置再打印一批',
};

/** Hints when the client is paused; it may also be offline. */
const PAUSED_WAIT_HINTS: typeof WAIT_HINTS = {
  stopped: '启用就继续打印',
  offline: '启用并连上就继续打印',
};

/** Hints when another printer of the group can continue. */
const GROUP_MOVE_HINT = '没打印的按组的规则转到别的打印机';
const GROUP_ASK_HINT = '别的打印机能继续打印，要不要转过去，点“查看明细”决定';

/** State of the printers that still have open labels. */
const PrinterStates = ({ info }: { info: LiveBatch['info'] }) => {
  const { printerName, printerState, printerStateText, group, virtualClientId } = info;
  const news = useConnectionState();
  if (info.counts.queued + info.counts.sending === 0) return null;
  const isVirtual = virtualClientId !== null;
  const places = group?.places.filter(({ open }) => open > 0) ?? [
    { printerId: '', printerName, state: printerState, stateText: printerStateText },
  ];
  return (
    <div role="status">
      {places.map((place) => {
        const { kind, text } = getPrinterStatus(place, { online: true, news });
        const moves = group?.asks ? GROUP_ASK_HINT : GROUP_MOVE_HINT;
        const isPaused = place.stateText === CLIENT_PAUSED_LABEL;
        const own = (isPaused ? PAUSED_WAIT_HINTS : WAIT_HINTS)[place.state];
        const comfort = 'canMove' in place && place.canMove ? moves : own;
        return (
          <p key={place.printerId} className={css.printerNow}>
            <span>{place.printerName}</span>
            <Status kind={kind}>{text}</Status>
            {!news.lost && comfort && <span className="faint">{comfort}</span>}
            <GuideLink guide={findPrinterGuide(place, { isOnline: true, isVirtual, news })} />
          </p>
        );
      })}
    </div>
  );
};

const BatchActions = ({
  batch,
  onAgain,
  onDone,
}: {
  batch: LiveBatch;
  onAgain: (() => void) | undefined;
  onDone: () => void;
}) => {
  const soft = useSoftwareAlias();
  const { batchNo, counts } = batch.info;
  return (
    <>
      {counts.uncertain > 0 && (
        <p className={css.warn}>
          有 {counts.uncertain} 张待确认，
          <Link
            className="link"
            to="/$soft/user/printStatDetail"
            params={{ soft }}
            search={{ batchNo }}
            hash="uncertain"
          >
            去确认
          </Link>
        </p>
      )}
      <div className="row">
        <Link
          className="button compact"
          to="/$soft/user/printStatDetail"
          params={{ soft }}
          search={{ batchNo }}
        >
          查看明细
        </Link>
        {onAgain && (
          <button type="button" className="button compact" onClick={onAgain}>
            再打印一批
          </button>
        )}
        <CancelRest batch={batch} onDone={onDone} />
      </div>
    </>
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

const Panel = ({
  reply,
  batchNo,
  pressed,
  onAgain,
}: BatchProgressProps & { reply: BatchReply }) => {
  const soft = useSoftwareAlias();
  const heading = useHeadingFocus(pressed);
  const lost = describeConnectionLoss(useConnectionState());
  const [last, setLast] = useState<DetailEvent>();
  const live = useBatch(reply, batchNo, (events) => {
    const moved = events.findLast(
      (event): event is DetailEvent => event.type === 'detail' && event.batchNo === batchNo,
    );
    if (moved) setLast(moved);
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
  const counted = listCountsByCellKind(info.counts, findPrintingLabelIndex(batch) >= 0);
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
          <Progress batch={batch} />
        </header>
        <div className={css.progress}>
          <Cells
            count={cells.ids.length}
            maxHeightPx={MAP_PX}
            getKind={createStatusIconLookup(batch)}
            version={batch}
            label={`${formatCount(info.total)} 张：${formatCellCounts(counted)}`}
          />
          <div aria-live="polite">
            <CellsLegend cells={counted} />
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
        {lost
          ? `${lost}，连上以后这里会补上。`
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
  return <Panel {...props} reply={reply} />;
};
