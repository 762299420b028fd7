import type { CallOutput } from '@yunbiao/contract';
import { formatYuan } from '@yunbiao/ui/format.ts';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import type { ReactNode } from 'react';
import { minutesLeft, useLeft } from '../../kit/site/use-left.ts';
import css from './cashier.module.css';
import { type Action, type Cashier as Till, sceneHere, useCashier } from './use-cashier.ts';
import { PAY_WORDS } from '@yunbiao/contract/order-words';

type Detail = CallOutput<'orderDetail'>;
type Way = Detail['payType'];

/** The white a code needs around it, modules. */
const QUIET = 4;

const Code = ({ action, way }: { action: Extract<Action, { kind: 'qr' }>; way: Way }) => {
  const { size, path, text } = action;
  const whole = size + 2 * QUIET;
  return (
    <div className={css.code}>
      <svg viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`} role="img" aria-label="付款二维码">
        <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#fff" />
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

/** How long it may still be paid. */
const Countdown = ({ order }: { order: Detail }) => {
  const left = useLeft(order);
  return (
    <p role="timer" className={css.timer}>
      还能付 <b>{minutesLeft(left)}</b>
    </p>
  );
};

const Start = ({ order, till, isAgain }: { order: Detail; till: Till; isAgain: boolean }) => (
  <button
    type="button"
    className="button primary big"
    aria-disabled={till.isAsking}
    onClick={() => !till.isAsking && void till.pay()}
  >
    {isAgain ? '重新付款' : `用${PAY_WORDS[order.payType]}付 ${formatYuan(order.payFen)}`}
  </button>
);

/** The other ways this order can be paid. */
const Ways = ({ order, till }: { order: Detail; till: Till }) =>
  order.ways.length > 1 && (
    <Segmented
      legend="换一种方式付款"
      name="way"
      value={order.payType}
      options={order.ways.map((value) => ({ value, label: PAY_WORDS[value] }))}
      onChange={(value) => void till.pay(value as Way)}
    />
  );

/** Nobody can scan the screen they look at; who is not known to WeChat is told so. */
const listWords = (way: Way): string =>
  sceneHere() === 'wechat'
    ? way === 'wechat'
      ? '没有拿到你的微信身份，微信里付不了：点右上角在浏览器里打开这一页再付，或用另一台手机的微信扫这个码。'
      : '微信里打不开支付宝：在浏览器里打开这一页再付。'
    : (SCAN_WORDS[way] ?? '');

/** Paying an order through a channel: the code or the way to its page, the time left, what became of it. */
const Channel = ({ order, till, hasFailed }: { order: Detail; till: Till; hasFailed: boolean }) => {
  const { action } = till;
  return (
    <>
      {hasFailed && (
        <p className="field-err" role="alert">
          这一次没有付成，钱没有扣。可以重新付款，或换一种方式。
        </p>
      )}
      {!hasFailed && action?.kind === 'qr' ? (
        <>
          <p>{listWords(order.payType)}</p>
          <Code action={action} way={order.payType} />
        </>
      ) : (
        <Start order={order} till={till} isAgain={hasFailed} />
      )}
      <p className={css.sum}>{formatYuan(order.payFen)}</p>
      <Countdown order={order} />
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
      <Ways order={order} till={till} />
      {order.payType !== 'offline' && <Channel order={order} till={till} hasFailed={hasFailed} />}
      {till.failure && (
        <p className="field-err" role="alert">
          {till.failure}
        </p>
      )}
      {order.payType === 'offline' && children}
    </section>
  );
};
