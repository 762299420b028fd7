import type { Actor, CallName } from '@yunbiao/contract';
import { SESSION_INVALID } from '@yunbiao/contract/envelope';
import {
  actingAs,
  type Context,
  noteRefusal,
  OfflineError,
  ServiceError,
  VISITOR,
} from '@yunbiao/services';

/** Who asks, as far as that is known when the call is refused. */
export type Asking = { address: string; actor: Actor };

/** So many within an hour are a page left open, a plan that ended; from here on somebody tries doors. */
const FROM = 8;

const askings = new WeakMap<Request, Asking>();

/** Says whose request this is. */
export const noteAsking = (request: Request, asking: Asking): void =>
  void askings.set(request, asking);

/** What was refused; null for what tells of nobody trying doors. */
const kindOf = (
  error: ServiceError,
  { headers }: Request,
): 'token.refused' | 'key.refused' | 'right.refused' | null => {
  if (error.code === SESSION_INVALID && headers.get('x-token')) return 'token.refused';
  if (error.code === 401 && headers.get('authorization')) return 'key.refused';
  return error.code === 403 && !(error instanceof OfflineError) ? 'right.refused' : null;
};

/** Puts calls that were refused for want of a right into the security log, when they are many. */
export const noteRefusedCall = async (
  ctx: Context,
  { name, error, request }: { name: CallName; error: unknown; request: Request },
): Promise<void> => {
  if (!(error instanceof ServiceError)) return;
  const kind = kindOf(error, request);
  if (kind === null) return;
  const { address, actor } = askings.get(request) ?? { address: '', actor: VISITOR };
  await noteRefusal({
    ctx: actingAs(ctx, actor),
    from: FROM,
    address,
    kind,
    // Unknown tokens and keys are one thing, whatever they are tried on.
    subject: kind === 'right.refused' ? `call:${name}` : '',
  });
};
