import type { CallOutput } from '@yunbiao/contract';
import { CHANNELS } from '../channel/index.ts';
import type { Context } from '../context.ts';
import { DAY, MINUTE } from '../time.ts';

export type PayWay = CallOutput<'createOrder'>['payType'];

/** How long a transfer has to arrive, and a payment through a channel. */
const OFFLINE_MS = 7 * DAY;
const ONLINE_MS = 30 * MINUTE;

export const timeToPay = (way: PayWay): number => (way === 'offline' ? OFFLINE_MS : ONLINE_MS);

/**
 * When an order closes once it is to be paid another way. Going to and fro makes it no longer than a transfer has: until
 * then it holds its use of a code.
 */
export const expiryAfterChange = (
  order: { created_at: number; expires_at: number; pay_type: string },
  way: PayWay,
  now: number,
): number => {
  const most = order.created_at + OFFLINE_MS;
  if (way === 'offline') return most;
  return order.pay_type === 'offline' ? Math.min(most, now + ONLINE_MS) : order.expires_at;
};

/** Ways to pay that are there, the usual ones first. */
export const payWays = ({ channels = {} }: Pick<Context, 'channels'>): PayWay[] => [
  ...CHANNELS.filter((name) => channels[name]),
  'offline',
];

export const isOffered = (ctx: Context, way: PayWay): boolean => payWays(ctx).includes(way);
