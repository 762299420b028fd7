import { index, type MigrationDb, table } from './columns.ts';

/** Payments through channels, refunds of them, and what members ask for of a paid order. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'payment',
    {
      text: 'channel scene trade_no channel_trade_no action state',
      int: 'order_id amount_fen queries next_at last_query_at? created_at expires_at paid_at?',
    },
    { order_id: 'member_order' },
  ).execute();
  await index(db, 'payment', ['trade_no'], 'unique');
  await index(db, 'payment', ['order_id']);
  await index(db, 'payment', ['state', 'next_at']);
  await index(db, 'payment', ['channel', 'paid_at']);

  await table(
    db,
    'payment_refund',
    {
      text: 'kind refund_no reason state',
      int: 'payment_id amount_fen tries next_at created_at done_at?',
    },
    { payment_id: 'payment' },
  ).execute();
  await index(db, 'payment_refund', ['refund_no'], 'unique');
  // The last word against paying back twice.
  await index(db, 'payment_refund', ['payment_id'], 'unique');
  await index(db, 'payment_refund', ['state', 'next_at']);

  await table(
    db,
    'refund_request',
    { text: 'reason state answer', int: 'order_id created_at decided_at?' },
    { order_id: 'member_order' },
  ).execute();
  await index(db, 'refund_request', ['order_id']);
  await index(db, 'refund_request', ['state']);

  await table(
    db,
    'invoice',
    { text: 'title tax_no email state number link', int: 'order_id created_at issued_at?' },
    { order_id: 'member_order' },
  ).execute();
  await index(db, 'invoice', ['order_id'], 'unique');
  await index(db, 'invoice', ['state']);
};
