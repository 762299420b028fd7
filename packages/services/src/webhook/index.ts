export { deliveryDetail, deliveryList, resendDelivery, testWebhook } from './deliveries.ts';
export {
  noteDelivery,
  type Outcome,
  type Outgoing,
  sweepDeliveries,
  takeDeliveries,
} from './queue.ts';
export { deleteWebhook, newWebhookSecret, saveWebhook, webhookList } from './webhooks.ts';
export { addressTrouble, getHost } from './target.ts';
