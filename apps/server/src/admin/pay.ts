import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import {
  approveRefund,
  parseBillDay,
  fetchBill,
  type ChannelName,
  type Context,
  type Difference,
  listInvoices,
  issueInvoice,
  listOpenRefunds,
  reconcileChannelBill,
  confirmManualRefund,
  listRefundRequests,
  refuseRefund,
  retryRefund,
  ServiceError,
  formatYuan,
} from '@yunbiao/services';
import { UserError } from '../startup/open-existing-database.ts';
import { formatBeijingTime } from './beijing.ts';
import {
  createChangeOutcome,
  type Outcome,
  type RunCommand,
  reportTable,
} from './command-outcome.ts';
import { describeRefund } from './money.ts';
import type { PAY_USAGE } from './pay-usage.ts';

const DIFFERENCE_TEXT: Record<Difference['kind'], string> = {
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

const formatAmount = (fen: number | null): string => (fen === null ? '-' : formatYuan(fen));

/** Maximum number of listed differences. Further ones are only counted. */
const MAX_LISTED = 5_000;

const requirePaymentChannel = (ctx: Context, name: string) => {
  if (name !== 'alipay' && name !== 'wechat')
    throw new UserError('--channel 只能是 alipay 或 wechat');
  const channel = ctx.channels?.[name satisfies ChannelName];
  if (!channel) throw new UserError(`${name} 没有配置，见 docs/operations.md`);
  return channel;
};

const runPaymentReconciliation: RunCommand = async (ctx, [file], { flags, folder }) => {
  const channel = requirePaymentChannel(ctx, flags['channel'] ?? '');
  const day = flags['date'] === undefined ? undefined : parseBillDay(flags['date']);
  if (file === '' && day === undefined) throw new UserError('写上账单文件，或者 --date');
  const bytes: AsyncIterable<Uint8Array> =
    file === '' ? fetchBill(channel, day ?? '') : createReadStream(resolve(folder, file));
  const rows: string[][] = [];
  let count = 0;
  try {
    for await (const difference of reconcileChannelBill({ ctx, channel, bytes, day })) {
      count += 1;
      if (rows.length < MAX_LISTED)
        rows.push([
          DIFFERENCE_TEXT[difference.kind],
          difference.line === undefined ? difference.tradeNo : `第 ${difference.line} 行`,
          formatAmount(difference.oursFen),
          formatAmount(difference.theirsFen),
        ]);
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new UserError(`账单读不了：${error instanceof Error ? error.message : String(error)}`);
  }
  const heads = ['哪里不同', '商户订单号', '这里', '账单'];
  const listing = reportTable(rows, '两边一样', { headings: heads });
  const countText = count > MAX_LISTED ? `共 ${count} 处不同，只列了 ${MAX_LISTED} 处\n` : '';
  return { ...listing, text: listing.text + countText, isDone: count === 0 };
};

const REFUND_STATES: Readonly<Record<string, string>> = {
  failed: '渠道退不了',
  due: '要退',
  sent: '渠道在退',
  retry: '要再退',
};

const refunds = {
  'pay refunds': async (ctx) => {
    const list = await listOpenRefunds({ ctx });
    const cells = list.map((refund) => [
      refund.refundNo,
      refund.orderNo,
      refund.username,
      refund.channel,
      formatYuan(refund.amountFen),
      refund.kind === 'order' ? '订单' : '多付的',
      REFUND_STATES[refund.state] ?? refund.state,
      formatBeijingTime(refund.createdAt),
      String(refund.tries),
      refund.why || '-',
    ]);
    const heads = ['退款单号', '订单号', '会员', '渠道', '金额', '退什么'];
    return reportTable(cells, '没有没退完的款', {
      headings: [...heads, '状态', '开始', '问过几次', '渠道说'],
      json: list,
    });
  },
  'pay refund-retry': async (ctx, [refundNo]) => {
    await retryRefund({ ctx, refundNo });
    return createChangeOutcome(`${refundNo} 由运行着的网站让渠道再退，退成以后自己变成已退款`);
  },
  'pay refund-done': async (ctx, [refundNo]) => {
    const { orderNo, amountFen } = await confirmManualRefund({ ctx, refundNo });
    return createChangeOutcome(
      `${orderNo} 的 ${formatYuan(amountFen)} 记为手工退完，会员收到了通知`,
    );
  },
} satisfies Partial<Record<keyof typeof PAY_USAGE, RunCommand>>;

const requests = {
  'refund list': async (ctx): Promise<Outcome> => {
    const list = await listRefundRequests({ ctx });
    const cells = list.map((order) => [
      order.orderNo,
      formatBeijingTime(order.createdAt),
      order.username,
      order.productName,
      formatYuan(order.payFen),
      order.payType,
      order.reason,
    ]);
    const heads = ['订单号', '申请', '会员', '方案', '实付', '付款方式', '为什么'];
    return reportTable(cells, '没有在等的退款申请', { headings: heads, json: list });
  },
  'refund approve': async (ctx, [orderNo]) =>
    createChangeOutcome(describeRefund(await approveRefund({ ctx, orderNo }))),
  'refund refuse': async (ctx, [orderNo, answer]) => {
    await refuseRefund({ ctx, orderNo, answer });
    return createChangeOutcome(`没有同意 ${orderNo} 的退款申请，会员收到了通知`);
  },
  'invoice list': async (ctx) => {
    const list = await listInvoices({ ctx });
    const cells = list.map((order) => [
      order.orderNo,
      formatBeijingTime(order.createdAt),
      order.username,
      formatYuan(order.payFen),
      order.title,
      order.taxNo || '-',
      order.email || '-',
      order.state === 'issued'
        ? `已开 ${order.number}`
        : order.orderState === 'paid'
          ? '要开'
          : '订单退了',
    ]);
    const heads = ['订单号', '申请', '会员', '实付', '抬头', '税号', '邮箱', '状态'];
    return reportTable(cells, '没有发票申请', { headings: heads, json: list });
  },
  'invoice issued': async (ctx, [orderNo], { flags }) => {
    const { number = '', link = '' } = flags;
    await issueInvoice({ ctx, orderNo, number, link });
    return createChangeOutcome(`${orderNo} 的发票记为已开，会员收到了通知`);
  },
} satisfies Partial<Record<keyof typeof PAY_USAGE, RunCommand>>;

export const payCommands: Record<keyof typeof PAY_USAGE, RunCommand> = {
  'pay reconcile': runPaymentReconciliation,
  ...refunds,
  ...requests,
};
