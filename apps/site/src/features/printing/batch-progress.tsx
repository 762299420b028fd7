import { Link } from '@tanstack/react-router';
import type { PrintEvent } from '@yunbiao/contract/events';
import { Status } from '@yunbiao/ui';
import { Cells } from '@yunbiao/ui/cells.tsx';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useCallback, useEffect, useState } from 'react';
import { type LiveBatch, stateAt } from '../../shell/live/batch-state.ts';
import { type BatchReply, loadBatch, useBatch } from '../../shell/live/use-batch.ts';
import { useNews } from '../../shell/live-print.ts';
import { useCancelRest } from '../../shell/live/use-cancel-rest.ts';
import { countsText } from '../../shell/print-counts.ts';
import { BATCH_WORDS, DETAIL_WORDS, EVIDENCE_WORDS } from '../../shell/print-words.ts';
import { lostText } from '../../shell/printer-words.ts';
import { useAlias, useApi } from '../../shell/site.tsx';
import css from './print.module.css';

type DetailEvent = Extract<PrintEvent, { type: 'detail' }>;

const Progress = ({ batch }: { batch: LiveBatch }) => {
  const { state, total, counts } = batch.info;
  const { kind, text } = BATCH_WORDS[state];
  const out = counts.printed + counts.sent;
  return (
    <span className="sp">
      <Status kind={kind}>
        {state === 'done' ? `${text} ${total} 张` : `${text} ${out} / ${total}`}
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
      <span className="qq sp">
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
        <button type="button" className="btn sm sp" disabled={isUnderWay} onClick={cancel}>
          {isUnderWay ? '正在撤回…' : `取消没印的 ${left.toLocaleString('zh-CN')} 张`}
        </button>
      )}
      <p className={css.recall} aria-live="polite">
        {said}
      </p>
    </>
  );
};

const Panel = ({ reply, batchNo }: { reply: BatchReply; batchNo: string }) => {
  const soft = useAlias();
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
  return (
    <figure>
      <div className="plate">
        <header>
          <b className="ink">批次</b>
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
        <div className={css.prg}>
          <Cells
            count={cells.ids.length}
            kindAt={(place) => DETAIL_WORDS[stateAt(cells, place)].kind}
            version={cells}
            label={`${info.total} 张：${countsText(info.counts)}`}
          />
          <div className="row">
            <span aria-live="polite">{countsText(info.counts)}</span>
            <CancelRest batch={batch} onDone={live.refresh} />
          </div>
          {info.counts.uncertain > 0 && (
            <p className={css.warn}>
              有 {info.counts.uncertain} 张待确认，
              <Link
                className="link"
                to="/$soft/user/printStatDetail"
                params={{ soft }}
                search={{ batchNo }}
              >
                去确认
              </Link>
            </p>
          )}
        </div>
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
export const BatchProgress = ({ batchNo }: { batchNo: string }) => {
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
  return <Panel reply={reply} batchNo={batchNo} />;
};
