import type { Origin } from '@yunbiao/services';
import type { Caller } from '../handler.ts';

/** Origin of a sign-in or code request, used for rate limits. */
export const toRequestOrigin = ({ address, userAgent, device }: Caller): Origin => ({
  address: address ?? '',
  userAgent,
  device,
});
