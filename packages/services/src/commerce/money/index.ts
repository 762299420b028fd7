export {
  addDiscount,
  listDiscounts,
  disableDiscount,
  type StaffDiscount,
} from './discounts-admin.ts';
export { getDiscountStatus } from './discount.ts';
export { describeReduction, formatYuan } from './discount-rule.ts';
export { type AuditEntry, AUDIT_PAGE_SIZE, listAuditEntries } from './audit-list.ts';
export { grantVip } from './vip/grant-vip.ts';
export {
  listAllOrders,
  closeOrder,
  confirmOrderTransfer,
  ORDERS_PAGE_SIZE,
} from './orders/order-admin.ts';
export { createOrder } from './orders/order-create.ts';
export { exportOrders } from './orders/order-export.ts';
export { expireOrders } from './orders/order-expiry.ts';
export { closeOwnOrder, getOwnOrderDetail, listOwnOrders } from './orders/order-own.ts';
export { addPlan, listAllPlans, setPlanField, setPlanState } from './plans-admin.ts';
export { markOrderRefunded, type RefundResult, refundOrder } from './orders/order-refund.ts';
export { listPaymentMethods } from './payment-methods.ts';
export { listProductsOnSale } from './products.ts';
export { previewOrderPrice } from './product-price.ts';
export { grantVipWithoutOrder } from './vip/vip-admin.ts';
export { grantPrintingRewards, grantShareRewards } from './share-reward.ts';
