import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import {
  approveRefund,
  billDay,
  getBill,
  type ChannelName,
  type Context,
  type Difference,
  invoices,
  issueInvoice,
  openRefunds,
  reconcile,
  refundDone,
  refundRequests,
  refuseRefund,
  retryRefund,
  ServiceError,
  yuanText,
} from '@yunbiao/services';
import { UserError } from '../open-existing.ts';
import { beijing } from './beijing.ts';
import { done, type Outcome, type Run, table } from './outcome.ts';
import { refundWords } from './money.ts';
import type { PAY_USAGE } from './pay-usage.ts';

const DIFFERENCES: Record<Difference['kind'], string> = {
  'ours-only': '这里已付，账单没有',
  'theirs-only': '账单有，这里没有',
  'unpaid-here': '账单已付，这里没付',
  amount: '金额不同',
  'refund-ours-only': '这里已退，账单没有',
  'refund-theirs-only': '账单退了，这里没有',
  'refund-amount': '退款金额不同',
  'refund-twice': '手工退过，渠道也退了',
  unreadable: '这一行读不懂',
};

const sum = (fen: number | null): string => (fen === null ? '-' : yuanText(fen));

/** Differences listed; more are counted. */
const LISTED = 5_000;

const getChannel = (ctx: Context, name: string) => {
  if (name !== 'alipay' && name !== 'wechat')
    throw new UserError('--channel 只能是 alipay 或 wechat');
  const channel = ctx.channels?.[name satisfies ChannelName];
  if (!channel) throw new UserError(`${name} 没有配置，见 docs/operations.md`);
  return channel;
};

const reconcileRun: Run = async (ctx, [file], { flags, folder }) => {
  const channel = getChannel(ctx, flags['channel'] ?? '');
  const day = flags['date'] === undefined ? undefined : billDay(flags['date']);
  if (file === '' && day === undefined) throw new UserError('写上账单文件，或者 --date');
  const bytes: AsyncIterable<Uint8Array> =
    file === '' ? getBill(channel, day ?? '') : createReadStream(resolve(folder, file));
  const rows: string[][] = [];
  let count = 0;
  try {
    for await (const one of reconcile({ ctx, channel, bytes, day })) {
      count += 1;
      if (rows.length < LISTED)
        rows.push([
          DIFFERENCES[one.kind],
          one.line === undefined ? one.tradeNo : `第 ${one.line} 行`,
          sum(one.oursFen),
          sum(one.theirsFen),
        ]);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new UserError(`账单读不了：${error instanceof Error ? error.message : String(error)}`);
  }
  const heads = ['哪里不同', '商户订单号', '这里', '账单'];
  const listed = table(rows, '两边一样', { heads });
  const all = count > LISTED ? `共 ${count} 处不同，只列了 ${LISTED} 处\n` : '';
  return { ...listed, text: listed.text + all, isDone: count === 0 };
};

const REFUND_STATES: Readonly<Record<string, string>> = {
  failed: '渠道退不了',
  due: '要退',
  sent: '渠道在退',
  retry: '要再退',
};

const refunds = {
  'pay refunds': async (ctx) => {
    const list = await openRefunds({ ctx });
    const cells = list.map((one) => [
      one.refundNo,
      one.orderNo,
      one.username,
      one.channel,
      yuanText(one.amountFen),
      one.kind === 'order' ? '订单' : '多付的',
      REFUND_STATES[one.state] ?? one.state,
      beijing(one.createdAt),
      String(one.tries),
      one.why || '-',
    ]);
    const heads = ['退款单号', '订单号', '会员', '渠道', '金额', '退什么'];
    return table(cells, '没有没退完的款', {
      heads: [...heads, '状态', '开始', '问过几次', '渠道说'],
      json: list,
    });
  },
  'pay refund-retry': async (ctx, [refundNo]) => {
    await retryRefund({ ctx, refundNo });
    return done(`${refundNo} 由运行着的网站让渠道再退，退成以后自己变成已退款`);
  },
  'pay refund-done': async (ctx, [refundNo]) => {
    const { orderNo, amountFen } = await refundDone({ ctx, refundNo });
    return done(`${orderNo} 的 ${yuanText(amountFen)} 记为手工退完，会员收到了通知`);
  },
} satisfies Partial<Record<keyof typeof PAY_USAGE, Run>>;

const requests = {
  'refund list': async (ctx): Promise<Outcome> => {
    const list = await refundRequests({ ctx });
    const cells = list.map((one) => [
      one.orderNo,
      beijing(one.createdAt),
      one.username,
      one.productName,
      yuanText(one.payFen),
      one.payType,
      one.reason,
    ]);
    const heads = ['订单号', '申请', '会员', '方案', '实付', '付款方式', '为什么'];
    return table(cells, '没有在等的退款申请', { heads, json: list });
  },
  'refund approve': async (ctx, [orderNo]) =>
    done(refundWords(await approveRefund({ ctx, orderNo }))),
  'refund refuse': async (ctx, [orderNo, answer]) => {
    await refuseRefund({ ctx, orderNo, answer });
    return done(`没有同意 ${orderNo} 的退款申请，会员收到了通知`);
  },
  'invoice list': async (ctx) => {
    const list = await invoices({ ctx });
    const cells = list.map((one) => [
      one.orderNo,
      beijing(one.createdAt),
      one.username,
      yuanText(one.payFen),
      one.title,
      one.taxNo || '-',
      one.email || '-',
      one.state === 'issued'
        ? `已开 ${one.number}`
        : one.orderState === 'paid'
          ? '要开'
          : '订单退了',
    ]);
    const heads = ['订单号', '申请', '会员', '实付', '抬头', '税号', '邮箱', '状态'];
    return table(cells, '没有发票申请', { heads, json: list });
  },
  'invoice issued': async (ctx, [orderNo], { flags }) => {
    const { number = '', link = '' } = flags;
    await issueInvoice({ ctx, orderNo, number, link });
    return done(`${orderNo} 的发票记为已开，会员收到了通知`);
  },
} satisfies Partial<Record<keyof typeof PAY_USAGE, Run>>;

export const payCommands: Record<keyof typeof PAY_USAGE, Run> = {
  'pay reconcile': reconcileRun,
  ...refunds,
  ...requests,
};
