import type { TableInventory } from './table-inventory-types.ts';
import { MEMBER_OWNER, REMOVE_WITH_ACCOUNT } from './table-rules.ts';

const order = {
  column: 'order_id',
  of: 'member_order',
  owner: MEMBER_OWNER,
} as const;

/**
 * The e-commerce law requires trade records to be stored for at least three years, the accounting
 * law longer.
 */
const LEGAL_RETENTION_REASON = '法律要求交易记录至少留三年、会计凭证更久';

/** Purchases and payments. */
export const MONEY_TABLES = {
  vip: {
    title: 'VIP',
    owner: MEMBER_OWNER,
    columns: {
      id: 'id',
      member_id: 'inner',
      software_id: 'id',
      product_id: 'id',
      starts_at: 'time',
      expires_at: 'time',
      updated_at: 'time',
    },
    erase: REMOVE_WITH_ACCOUNT,
  },
  member_order: {
    title: '订单',
    owner: MEMBER_OWNER,
    columns: {
      id: 'id',
      order_no: 'plain',
      member_id: 'inner',
      software_id: 'id',
      product_id: 'id',
      product_name: 'plain',
      num: 'plain',
      days: 'plain',
      amount_fen: 'plain',
      discount_fen: 'plain',
      pay_fen: 'plain',
      discount_code_id: 'inner',
      discount_code: 'plain',
      pay_type: 'plain',
      state: 'plain',
      created_at: 'time',
      expires_at: 'time',
      paid_at: 'time',
      closed_at: 'time',
    },
    erase: { how: 'keep', why: LEGAL_RETENTION_REASON },
  },
  payment: {
    title: '付款',
    owner: order,
    columns: {
      id: 'id',
      order_id: 'id',
      channel: 'plain',
      scene: 'plain',
      trade_no: 'plain',
      channel_trade_no: 'plain',
      action: 'secret',
      state: 'plain',
      amount_fen: 'plain',
      queries: 'inner',
      next_at: 'inner',
      last_query_at: 'inner',
      created_at: 'time',
      expires_at: 'time',
      paid_at: 'time',
    },
    erase: { how: 'blank', set: { action: '' }, why: LEGAL_RETENTION_REASON },
  },
  payment_refund: {
    title: '退款',
    owner: { column: 'payment_id', of: 'payment', owner: order },
    columns: {
      id: 'id',
      payment_id: 'id',
      kind: 'plain',
      refund_no: 'plain',
      reason: 'plain',
      why: 'plain',
      state: 'plain',
      amount_fen: 'plain',
      tries: 'inner',
      next_at: 'inner',
      created_at: 'time',
      done_at: 'time',
      failed_at: 'time',
    },
    erase: { how: 'keep', why: LEGAL_RETENTION_REASON },
  },
  refund_request: {
    title: '退款申请',
    owner: order,
    columns: {
      id: 'id',
      order_id: 'id',
      reason: 'plain',
      state: 'plain',
      answer: 'plain',
      created_at: 'time',
      decided_at: 'time',
    },
    erase: {
      how: 'blank',
      set: { reason: '', answer: '' },
      except: { column: 'state', in: ['asked'] },
      why: LEGAL_RETENTION_REASON,
    },
  },
  invoice: {
    title: '发票',
    owner: order,
    columns: {
      id: 'id',
      order_id: 'id',
      title: 'plain',
      tax_no: 'plain',
      email: 'plain',
      state: 'plain',
      number: 'plain',
      link: 'plain',
      created_at: 'time',
      issued_at: 'time',
    },
    erase: {
      how: 'blank',
      set: { email: '' },
      // The invoice is sent to this address once it is issued.
      except: { column: 'state', in: ['asked'] },
      why: LEGAL_RETENTION_REASON,
    },
  },
  share_reward: {
    title: '分享码送的 VIP',
    owner: MEMBER_OWNER,
    columns: {
      id: 'id',
      member_id: 'inner',
      inviter_id: 'id',
      software_id: 'id',
      product_id: 'id',
      days: 'plain',
      order_id: 'id',
      created_at: 'time',
      taken_at: 'time',
    },
    erase: { how: 'keep', why: '退款时照它收回，邀请人的次数照它数' },
  },
  audit: {
    title: '钱和权限的审计',
    owner: { named: ['actor', 'subject'] },
    columns: null,
    omissionReason: '本站的记账，没有订单和付款里没有的内容',
    erase: { how: 'keep', why: LEGAL_RETENTION_REASON },
  },
} as const satisfies Partial<TableInventory>;
