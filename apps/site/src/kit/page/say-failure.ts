import { type FailEnvelope, SESSION_INVALID } from '@yunbiao/contract/envelope';
import { toast } from '@yunbiao/ui/toast.ts';

/** The server's words as a toast. An expired session has its own, said once for all calls it fails. */
export const sayFailure = ({ code, msg }: Pick<FailEnvelope, 'code' | 'msg'>): void => {
  if (code !== SESSION_INVALID) toast.error(msg);
};
