export { handlePaidTrade } from './handle-paid-trade.ts';
export { refreshOrderPayment } from './check-order.ts';
export { requestInvoice, requestRefund } from './order-requests.ts';
export {
  approveRefund,
  listInvoices,
  issueInvoice,
  listRefundRequests,
  refuseRefund,
  REQUEST_PAGE_SIZE,
} from './order-requests-admin.ts';
export { listOpenRefunds, confirmManualRefund, retryRefund } from './refunds-admin.ts';
export { parseBillDay, fetchBill, type Difference, reconcileChannelBill } from './reconcile.ts';
export { startPayment } from './start-payment.ts';
export { processDuePayments } from './process-due-payments.ts';
export { handleNotice } from './handle-notice.ts';
export { type PaymentBacklog, readPaymentBacklog } from './read-backlog.ts';
