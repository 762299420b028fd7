import { Status, toast } from '@yunbiao/ui';
import { Time } from '@yunbiao/ui/time.tsx';
import { useState } from 'react';
import { showFailure } from '../../../kit/page/show-failure.ts';
import type { BatchInfo } from '../../../kit/printing/batch-state.ts';
import { getPrinterStatus } from '../../../kit/printing/printer-status.ts';
import { useConnectionState } from '../../../kit/live/live-print.ts';
import { useApi } from '../../../kit/site/site.tsx';
import css from '../labels/detail.module.css';
import { count } from '../words.ts';

type Group = NonNullable<BatchInfo['group']>;
type Place = Group['places'][number];

const PlaceRow = ({ place }: { place: Place }) => {
  const { kind, text } = getPrinterStatus(place, { online: true, news: useConnectionState() });
  return (
    <li>
      <b>{place.printerName}</b>
      <span className="quiet no-wrap">
        {count(place.total)} 张{place.open > 0 && `，${count(place.open)} 张没有打印完`}
      </span>
      {place.open > 0 && <Status kind={kind}>{text}</Status>}
    </li>
  );
};

/**
 * Distribution of a batch over the printers of its group, with moves and their reasons, and a
 * button that moves open labels to another printer.
 */
export const BatchGroup = ({ info, onMoved }: { info: BatchInfo; onMoved: () => void }) => {
  const api = useApi();
  const [isBusy, setIsBusy] = useState(false);
  const { group, batchNo } = info;
  if (!group) return null;
  const moveBatchLabels = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    const reply = await api.call('batchMove', { batchNo });
    setIsBusy(false);
    if (reply.state === 'fail') return showFailure(reply);
    const { moved, requested } = reply.data;
    toast.success(
      requested > 0
        ? `转走 ${count(moved)} 张，另外 ${count(requested)} 张等客户端交回`
        : `转走 ${count(moved)} 张`,
    );
    onMoved();
  };
  return (
    <section className={`block ${css.group}`} aria-label="打印机组">
      <div className="row">
        <h2 className="section-title">打印机组 {group.name}</h2>
        {group.places.some(({ canMove }) => canMove) && (
          <button
            type="button"
            className="button compact push-end"
            aria-disabled={isBusy}
            onClick={() => void moveBatchLabels()}
          >
            没打印的转到能打印的打印机
          </button>
        )}
      </div>
      <ul>
        {group.places.map((place) => (
          <PlaceRow key={place.printerId} place={place} />
        ))}
      </ul>
      {group.moves.length > 0 && (
        <ul className="small quiet">
          {group.moves.map(({ from, to, reason, at, count: movedCount }) => (
            <li key={`${at} ${from} ${to} ${reason}`}>
              <Time at={at} /> {count(movedCount)} 张从{from}转到{to}，因为{reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
