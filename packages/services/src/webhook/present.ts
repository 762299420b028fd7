import type { CallOutput } from '@yunbiao/contract';
import type { Selectable, WebhookDeliveryTable, WebhookTable } from '@yunbiao/db';
import { iso, isoOrNull } from '../time.ts';

export type Webhook = CallOutput<'webhookSave'>['item'];
export type Delivery = CallOutput<'webhookTest'>;

export const presentWebhook = (row: Selectable<WebhookTable>): Webhook => ({
  id: String(row.id),
  url: row.url,
  events: row.events.split(' ') as Webhook['events'],
  enabled: row.enabled === 1,
  keyId: String(row.api_key_id),
  createdAt: iso(row.created_at),
});

export const presentDelivery = (row: Omit<Selectable<WebhookDeliveryTable>, 'body'>): Delivery => ({
  id: String(row.id),
  messageId: row.message_id,
  url: row.url,
  event: row.event as Delivery['event'],
  batchNo: row.subject,
  state: row.state as Delivery['state'],
  tries: row.tries,
  status: row.status,
  error: row.error,
  createdAt: iso(row.created_at),
  lastAt: isoOrNull(row.last_at),
  nextAt: isoOrNull(row.next_at),
});
