import { type FailEnvelope, SESSION_INVALID } from '@yunbiao/contract/core/envelope';
import { toast } from '@yunbiao/ui/overlay/toast.ts';

/**
 * Shows the server message as a toast. Expired sessions show their own message, once for all failed
 * calls.
 */
export const showFailure = ({ code, msg }: Pick<FailEnvelope, 'code' | 'msg'>): void => {
  if (code !== SESSION_INVALID) toast.error(msg);
};
