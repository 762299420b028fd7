/**
 * Events for webhooks. `batch.finished`: no label is pending; sent again when the outcome changes.
 */
export const WEBHOOK_EVENTS = ['batch.finished', 'batch.uncertain'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
