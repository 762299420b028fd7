import { Status, toast } from '@yunbiao/ui';
import { Time } from '@yunbiao/ui/time.tsx';
import { useState } from 'react';
import { sayFailure } from '../../kit/page/say-failure.ts';
import type { BatchInfo } from '../../kit/printing/batch-state.ts';
import { printerStatus } from '../../kit/printing/printer-words.ts';
import { useNews } from '../../kit/live/live-print.ts';
import { useApi } from '../../kit/site/site.tsx';
import css from './detail.module.css';
import { count } from './words.ts';

type Group = NonNullable<BatchInfo['group']>;
type Place = Group['places'][number];

const PlaceRow = ({ place }: { place: Place }) => {
  const { kind, text } = printerStatus(place, { online: true, news: useNews() });
  return (
    <li>
      <b>{place.printerName}</b>
      <span className="quiet no-wrap">
        {count(place.total)} 张{place.open > 0 && `，${count(place.open)} 张没印完`}
      </span>
      {place.open > 0 && <Status kind={kind}>{text}</Status>}
    </li>
  );
};

/** Where the labels of a batch of a group are, which went where and why, and the press that moves them on. */
export const BatchGroup = ({ info, onMoved }: { info: BatchInfo; onMoved: () => void }) => {
  const api = useApi();
  const [isBusy, setIsBusy] = useState(false);
  const { group, batchNo } = info;
  if (!group) return null;
  const move = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    const reply = await api.call('batchMove', { batchNo });
    setIsBusy(false);
    if (reply.state === 'fail') return sayFailure(reply);
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
            onClick={() => void move()}
          >
            没印的转到能印的打印机
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
          {group.moves.map(({ from, to, reason, at, count: many }) => (
            <li key={`${at} ${from} ${to} ${reason}`}>
              <Time at={at} /> {count(many)} 张从{from}转到{to}，因为{reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
