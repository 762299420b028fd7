export {
  readWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDelivery,
  testWebhook,
} from './deliveries.ts';
export {
  recordDelivery,
  type DeliveryOutcome,
  type Outgoing,
  deleteExpiredWebhookDeliveries,
  claimDeliveries,
} from './queue.ts';
export { deleteWebhook, renewWebhookSecret, saveWebhook, webhookList } from './webhooks.ts';
export { describeAddressFault, getHost } from './target.ts';
export { readWebhookBacklog, type WebhookBacklog } from './read-backlog.ts';
