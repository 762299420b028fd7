export { arrive } from './arrive.ts';
export { checkOrder } from './check-order.ts';
export { askInvoice, askRefund } from './order-requests.ts';
export {
  approveRefund,
  invoices,
  issueInvoice,
  refundRequests,
  refuseRefund,
  REQUESTS_SHOWN,
} from './order-requests-admin.ts';
export { openRefunds, refundDone, retryRefund } from './refunds-admin.ts';
export { billDay, getBill, type Difference, reconcile } from './reconcile.ts';
export { startPayment } from './start-payment.ts';
export { sweepPayments } from './sweep-payments.ts';
export { takeNotice } from './take-notice.ts';
