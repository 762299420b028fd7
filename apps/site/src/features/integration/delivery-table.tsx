import { useNow, useTimeZone } from '@yunbiao/ui/clock.ts';
import { formatCount } from '@yunbiao/ui/format.ts';
import { formatExactTime } from '@yunbiao/ui/rel-time.ts';
import { StackTable } from '@yunbiao/ui/table/stack-table.tsx';
import { Status, type StatusKind } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import css from './integration.module.css';
import type { Delivery } from './load.ts';
import { formatRetryTime, DELIVERY_WORDS, getEventLabel } from './integration-messages.ts';

const HEADS = { at: '时间', event: '说的是', to: '送到', state: '结果' } as const;

const KINDS: Record<Delivery['state'], StatusKind> = {
  waiting: 'queued',
  delivered: 'ok',
  failed: 'failed',
};

/** Shows a future time; {@link Time} shows past times. */
const RetryTime = ({ at }: { at: string }) => {
  const now = useNow();
  const zone = useTimeZone();
  return (
    <time dateTime={at} title={formatExactTime(at, zone)}>
      {now === null ? '等待重试' : formatRetryTime(at, now)}
    </time>
  );
};

/** Result of a delivery with the reason of a failure. */
const DeliveryResult = ({ item }: { item: Delivery }) => (
  <>
    <Status kind={KINDS[item.state]}>
      {DELIVERY_WORDS[item.state]}
      {item.tries > 1 ? `，试了 ${formatCount(item.tries)} 次` : ''}
    </Status>
    {item.error && <small className={css.why}>{item.error}</small>}
    {item.state === 'waiting' && item.tries > 0 && item.nextAt && (
      <small className={css.why}>
        <RetryTime at={item.nextAt} />
      </small>
    )}
  </>
);

/** Deliveries to other systems, newest first. */
export const DeliveryTable = ({
  list,
  onShow,
  onResend,
}: {
  list: readonly Delivery[];
  onShow: (item: Delivery) => void;
  onResend: (item: Delivery) => void;
}) => (
  <StackTable caption="送出的通知" headings={Object.values(HEADS)}>
    {list.map((item) => (
      <tr key={item.id}>
        <td data-head={HEADS.at} className="quiet">
          <Time at={item.createdAt} />
        </td>
        <td data-head={HEADS.event}>
          <span className={css.name}>
            {getEventLabel(item.event)}
            {item.batchNo && `：${item.batchNo}`}
          </span>
        </td>
        <td data-head={HEADS.to}>
          <code className={css.name}>{item.url}</code>
        </td>
        <td data-head={HEADS.state}>
          <DeliveryResult item={item} />
        </td>
        <td className={css.manyNext}>
          <button type="button" className="bare link small" onClick={() => onShow(item)}>
            查看内容<span className="visually-hidden">：{item.messageId}</span>
          </button>
          {item.state !== 'waiting' && (
            <button type="button" className="bare link small" onClick={() => onResend(item)}>
              重新发送<span className="visually-hidden">：{item.messageId}</span>
            </button>
          )}
        </td>
      </tr>
    ))}
  </StackTable>
);
