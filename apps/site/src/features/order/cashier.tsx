import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { ORDER_GUIDES } from '../../kit/guide/trouble-guides.ts';
import type { CallOutput } from '@yunbiao/contract';
import { formatYuan } from '@yunbiao/ui/format.ts';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import type { ReactNode } from 'react';
import { formatMinutesAndSeconds, useSecondsLeft } from '../../kit/site/use-seconds-left.ts';
import css from './cashier.module.css';
import {
  type Action,
  type Cashier as Till,
  detectPaymentScene,
  useCashier,
} from './use-cashier.ts';
import { PAY_LABELS } from '@yunbiao/contract/api/order-labels';

type Detail = CallOutput<'orderDetail'>;
type Way = Detail['payType'];

/** Quiet zone of the code, modules. */
const QUIET_ZONE_MODULES = 4;

const PaymentCode = ({ action, way }: { action: Extract<Action, { kind: 'qr' }>; way: Way }) => {
  const { size, path, text } = action;
  const fullSize = size + 2 * QUIET_ZONE_MODULES;
  return (
    <div className={css.code}>
      <svg
        viewBox={`${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${fullSize} ${fullSize}`}
        role="img"
        aria-label="付款二维码"
      >
        <rect
          x={-QUIET_ZONE_MODULES}
          y={-QUIET_ZONE_MODULES}
          width={fullSize}
          height={fullSize}
          fill="#fff"
        />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      {way === 'sandbox' && (
        <a className="button" href={text} target="_blank" rel="noopener">
          打开演示收银台
        </a>
      )}
    </div>
  );
};

const SCAN_WORDS: Partial<Record<Way, string>> = {
  alipay: '打开支付宝，扫这个码。',
  wechat: '打开微信，扫这个码。',
  sandbox: '演示模式不收钱：手机扫这个码，或点下面的按钮打开。',
};

/** Remaining time for the payment. */
const PaymentCountdown = ({ order }: { order: Detail }) => {
  const secondsLeft = useSecondsLeft(order);
  return (
    <p role="timer" className={css.timer}>
      还能付 <b>{formatMinutesAndSeconds(secondsLeft)}</b>
    </p>
  );
};

const PayButton = ({ order, till, isAgain }: { order: Detail; till: Till; isAgain: boolean }) => (
  <button
    type="button"
    className="button primary big"
    aria-disabled={till.isAsking}
    onClick={() => !till.isAsking && void till.pay()}
  >
    {isAgain ? '重新付款' : `用${PAY_LABELS[order.payType]}付 ${formatYuan(order.payFen)}`}
  </button>
);

/** Switch to another payment method. */
const PaymentMethods = ({ order, till }: { order: Detail; till: Till }) =>
  order.ways.length > 1 && (
    <Segmented
      legend="更换付款方式"
      name="way"
      value={order.payType}
      options={order.ways.map((value) => ({ value, label: PAY_LABELS[value] }))}
      onChange={(value) => void till.pay(value as Way)}
    />
  );

/**
 * Text for a payment code. Inside WeChat, the user cannot scan a code on the same screen, so the
 * text suggests another browser or phone.
 */
const describePaymentCode = (method: Way): string =>
  detectPaymentScene() === 'wechat'
    ? method === 'wechat'
      ? '没有拿到你的微信身份，微信里付不了：点右上角在浏览器里打开这一页再付，或用另一台手机的微信扫这个码。'
      : '微信里打不开支付宝：在浏览器里打开这一页再付。'
    : (SCAN_WORDS[method] ?? '');

/** Payment through a channel: code or link, remaining time, result. */
const ChannelPayment = ({
  order,
  till,
  hasFailed,
}: {
  order: Detail;
  till: Till;
  hasFailed: boolean;
}) => {
  const { action } = till;
  return (
    <>
      {hasFailed && (
        <p className="field-err" role="alert">
          这一次没有付成，钱没有扣。可以重新付款，或换一种方式。{' '}
          <GuideLink guide={ORDER_GUIDES.pending} />
        </p>
      )}
      {!hasFailed && action?.kind === 'qr' ? (
        <>
          <p>{describePaymentCode(order.payType)}</p>
          <PaymentCode action={action} way={order.payType} />
        </>
      ) : (
        <PayButton order={order} till={till} isAgain={hasFailed} />
      )}
      <p className={css.sum}>{formatYuan(order.payFen)}</p>
      <PaymentCountdown order={order} />
    </>
  );
};

export const Cashier = ({ order, children }: { order: Detail; children: ReactNode }) => {
  const hasFailed = order.lastTry === 'closed';
  const till = useCashier(order, !hasFailed);
  return (
    <section className={css.cashier} aria-labelledby="cashier">
      <h2 className="section-title" id="cashier">
        付款
      </h2>
      <PaymentMethods order={order} till={till} />
      {order.payType !== 'offline' && (
        <ChannelPayment order={order} till={till} hasFailed={hasFailed} />
      )}
      {till.failure && (
        <p className="field-err" role="alert">
          {till.failure} <GuideLink guide={ORDER_GUIDES.pending} />
        </p>
      )}
      {order.payType === 'offline' && children}
    </section>
  );
};
