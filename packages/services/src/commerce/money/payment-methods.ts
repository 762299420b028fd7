import type { CallOutput } from '@yunbiao/contract';
import { CHANNELS } from '../channel/index.ts';
import type { Context } from '../../platform/context.ts';
import { DAY, MINUTE } from '../../platform/time.ts';

export type PaymentMethod = CallOutput<'createOrder'>['payType'];

/** Time to pay: by bank transfer, and through a payment channel. */
const OFFLINE_MS = 7 * DAY;
const ONLINE_MS = 30 * MINUTE;

export const getPaymentTimeLimitMs = (method: PaymentMethod): number =>
  method === 'offline' ? OFFLINE_MS : ONLINE_MS;

/**
 * New expiry of an order after a change of the payment method, epoch ms. Never later than 7 days
 * after its creation, because the order reserves its use of a discount code until then.
 */
export const computeExpiryAfterChange = (
  order: { created_at: number; expires_at: number; pay_type: string },
  method: PaymentMethod,
  now: number,
): number => {
  const latestExpiry = order.created_at + OFFLINE_MS;
  if (method === 'offline') return latestExpiry;
  return order.pay_type === 'offline' ? Math.min(latestExpiry, now + ONLINE_MS) : order.expires_at;
};

/** Available payment methods, channels first. */
export const listPaymentMethods = ({
  channels = {},
}: Pick<Context, 'channels'>): PaymentMethod[] => [
  ...CHANNELS.filter((name) => channels[name]),
  'offline',
];

export const isPaymentMethodOffered = (ctx: Context, method: PaymentMethod): boolean =>
  listPaymentMethods(ctx).includes(method);
