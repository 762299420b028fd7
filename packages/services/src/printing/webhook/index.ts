export {
  readWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDelivery,
  testWebhook,
} from './deliveries.ts';
export {
  recordDeliveryOutcome,
  type DeliveryOutcome,
  type Outgoing,
  deleteExpiredWebhookDeliveries,
  claimDeliveries,
} from './queue.ts';
export { deleteWebhook, renewWebhookSecret, saveWebhook, listWebhooksAndKeys } from './webhooks.ts';
export { describeAddressFault, getLookupHost } from './target.ts';
export { readWebhookBacklog, type WebhookBacklog } from './read-backlog.ts';
