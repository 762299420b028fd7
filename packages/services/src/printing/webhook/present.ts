import type { CallOutput } from '@yunbiao/contract';
import type { Selectable, WebhookDeliveryTable, WebhookTable } from '@yunbiao/db';
import { toIso, toIsoOrNull } from '../../platform/time.ts';

export type Webhook = CallOutput<'webhookSave'>['item'];
export type Delivery = CallOutput<'webhookTest'>;

export const presentWebhook = (row: Selectable<WebhookTable>): Webhook => ({
  id: String(row.id),
  url: row.url,
  events: row.events.split(' ') as Webhook['events'],
  enabled: row.enabled === 1,
  keyId: String(row.api_key_id),
  createdAt: toIso(row.created_at),
});

export const presentWebhookDelivery = (
  row: Omit<Selectable<WebhookDeliveryTable>, 'body'>,
): Delivery => ({
  id: String(row.id),
  messageId: row.message_id,
  url: row.url,
  event: row.event as Delivery['event'],
  batchNo: row.subject,
  state: row.state as Delivery['state'],
  tries: row.tries,
  status: row.status,
  error: row.error,
  createdAt: toIso(row.created_at),
  lastAt: toIsoOrNull(row.last_at),
  nextAt: toIsoOrNull(row.next_at),
});
