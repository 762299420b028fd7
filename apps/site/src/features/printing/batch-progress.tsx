import { Link } from '@tanstack/react-router';
import { CLIENT_PAUSED_WORDS } from '@yunbiao/contract/evidence';
import type { PrintEvent } from '@yunbiao/contract/events';
import { Status } from '@yunbiao/ui';
import { Cells } from '@yunbiao/ui/cells.tsx';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { cellKinds, type LiveBatch, placeOnPrinter } from '../../kit/printing/batch-state.ts';
import { cellCounts, cellsText } from '../../kit/printing/cell-counts.ts';
import { CellsKey } from '../../kit/printing/cells-key.tsx';
import { ClientsToUpdate } from '../../kit/printing/clients-to-update.tsx';
import { type BatchReply, loadBatch, useBatch } from '../../kit/printing/use-batch.ts';
import { onDemand } from '../../kit/site/on-demand.ts';
import { useNews } from '../../kit/live/live-print.ts';
import { useCancelRest } from '../../kit/printing/use-cancel-rest.ts';
import { BATCH_WORDS, DETAIL_WORDS, EVIDENCE_WORDS } from '../../kit/printing/print-words.ts';
import { lostText, printerStatus } from '../../kit/printing/printer-words.ts';
import { useAlias, useApi } from '../../kit/site/site.tsx';
import css from './print.module.css';

const VirtualRoll = onDemand(
  async () => (await import('../../kit/roll/virtual-roll.tsx')).VirtualRoll,
);

/** What there is to do about the batch stands below its map, and is not to be searched for. */
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

/** The label that moved last, and what stands behind it. */
const Last = ({ event, batch }: { event: DetailEvent; batch: LiveBatch }) => {
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
              : EVIDENCE_WORDS[event.evidence]
            : `计数器 ${counterFrom === null ? '' : `${counterFrom.toLocaleString('zh-CN')} → `}${counterTo.toLocaleString('zh-CN')}`)}
      </span>
    </footer>
  );
};

const CancelRest = ({ batch, onDone }: { batch: LiveBatch; onDone: () => void }) => {
  const { left, isOffered, cancel, isUnderWay, said } = useCancelRest(batch.info, onDone);
  return (
    <>
      {isOffered && (
        <button
          type="button"
          className="button compact push-end"
          disabled={isUnderWay}
          onClick={cancel}
        >
          {isUnderWay ? '正在撤回…' : `取消没印的 ${left.toLocaleString('zh-CN')} 张`}
        </button>
      )}
      <p className={css.recall} aria-live="polite">
        {said}
      </p>
    </>
  );
};

/** What one can do about a printer that does not print, for what waits for it. */
const COMFORT: Partial<Record<LiveBatch['info']['printerState'], string>> = {
  stopped: '处理好会自己接着打',
  offline: '连上就接着打',
  removed: '剩下的打不了，换一个配置再打一批',
};

/** The same of one whose client is paused, and perhaps away besides. */
const COMFORT_PAUSED: typeof COMFORT = { stopped: '启用就接着打', offline: '启用并连上就接着打' };

/** The same where another printer of the group can go on: only then does anything move. */
const FOR_GROUP = '没印的按组的规则转到别的打印机';
const FOR_GROUP_THAT_ASKS = '别的打印机能接着印，要不要转过去，点“看明细”决定';

/** How the printer is while something waits for it. */
const PrinterNow = ({ info }: { info: LiveBatch['info'] }) => {
  const { printerName, printerState: state, printerStateText: stateText, group } = info;
  const news = useNews();
  if (info.counts.queued + info.counts.sending === 0) return null;
  const places = group?.places.filter(({ open }) => open > 0) ?? [
    { printerId: '', printerName, state, stateText },
  ];
  return (
    <div role="status">
      {places.map((place) => {
        const { kind, text } = printerStatus(place, { online: true, news });
        const moves = group?.asks ? FOR_GROUP_THAT_ASKS : FOR_GROUP;
        const isPaused = place.stateText === CLIENT_PAUSED_WORDS;
        const own = (isPaused ? COMFORT_PAUSED : COMFORT)[place.state];
        const comfort = 'canMove' in place && place.canMove ? moves : own;
        return (
          <p key={place.printerId} className={css.printerNow}>
            <span>{place.printerName}</span>
            <Status kind={kind}>{text}</Status>
            {!news.lost && comfort && <span className="faint">{comfort}</span>}
          </p>
        );
      })}
    </div>
  );
};

/** What there is to do about the batch now. */
const Acts = ({
  batch,
  onAgain,
  onDone,
}: {
  batch: LiveBatch;
  onAgain: (() => void) | undefined;
  onDone: () => void;
}) => {
  const soft = useAlias();
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
          看明细
        </Link>
        {onAgain && (
          <button type="button" className="button compact" onClick={onAgain}>
            再打一批
          </button>
        )}
        <CancelRest batch={batch} onDone={onDone} />
      </div>
    </>
  );
};

/**
 * Its heading takes the focus after a press: what was pressed for is here. Only from the button that was pressed: who
 * pressed Enter in a field, or has gone on to one, may be typing.
 */
const useHeading = (pressed: Element | null) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (pressed?.localName === 'button' && pressed === document.activeElement)
      heading.current?.focus();
  }, [pressed]);
  return heading;
};

type BatchProgressProps = {
  batchNo: string;
  /** What had the focus when it was made on this page just now. */
  pressed: Element | null;
  /** Prints the same again; not offered when the page holds another content by now. */
  onAgain?: () => void;
};

const Panel = ({
  reply,
  batchNo,
  pressed,
  onAgain,
}: BatchProgressProps & { reply: BatchReply }) => {
  const soft = useAlias();
  const heading = useHeading(pressed);
  const lost = lostText(useNews());
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
      <Trouble
        what="批次没有读到"
        why={live.failure?.msg ?? ''}
        onRetry={() => void live.reload()}
      />
    );
  const { cells, info } = batch;
  const counted = cellCounts(info.counts, placeOnPrinter(batch) >= 0);
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
          <CopyButton text={batchNo} what="批次号" />
          <Progress batch={batch} />
        </header>
        <div className={css.progress}>
          <Cells
            count={cells.ids.length}
            mostPx={MAP_PX}
            kindAt={cellKinds(batch)}
            version={batch}
            label={`${formatCount(info.total)} 张：${cellsText(counted)}`}
          />
          <div aria-live="polite">
            <CellsKey cells={counted} />
          </div>
          <PrinterNow info={info} />
          <ClientsToUpdate info={info} />
          <Acts batch={batch} onAgain={onAgain} onDone={live.refresh} />
        </div>
        {info.virtualClientId && (
          <VirtualRoll clientId={info.virtualClientId} isShort inRows={info.columns > 1} />
        )}
        {last && <Last event={last} batch={batch} />}
      </div>
      <figcaption>
        {lost
          ? `${lost}，连上以后这里会补上。`
          : '离开这一页也会接着打。断线时说不清印没印的那一张记为待确认，等你来定。'}
      </figcaption>
    </figure>
  );
};

/** The batch just submitted, as it prints. */
export const BatchProgress = (props: BatchProgressProps) => {
  const { batchNo } = props;
  const api = useApi();
  const [reply, setReply] = useState<BatchReply>();
  const read = useCallback(async () => setReply(await loadBatch(api, batchNo)), [api, batchNo]);
  useEffect(() => {
    let left = false;
    void loadBatch(api, batchNo).then((answer) => !left && setReply(answer));
    return () => {
      left = true;
    };
  }, [api, batchNo]);
  if (!reply) return null;
  // Hidden or removed meanwhile: nothing to show.
  if (reply.state === 'fail' && reply.code === 404) return null;
  if (reply.state === 'fail')
    return <Trouble what="批次没有读到" why={reply.msg} onRetry={() => void read()} />;
  return <Panel {...props} reply={reply} />;
};
