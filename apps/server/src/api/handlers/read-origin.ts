import type { Origin } from '@yunbiao/services';
import type { Caller } from '../handler.ts';

/** Where a caller asks from, as sign-in and codes count it. */
export const readOrigin = ({ address, userAgent, device }: Caller): Origin => ({
  address: address ?? '',
  userAgent,
  device,
});
