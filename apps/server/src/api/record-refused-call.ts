import type { Actor, CallName } from '@yunbiao/contract';
import { SESSION_INVALID } from '@yunbiao/contract/core/envelope';
import {
  copyContextWithActor,
  type Context,
  recordRefusal,
  OfflineError,
  OverLimitError,
  ServiceError,
  VISITOR,
} from '@yunbiao/services';

/** The caller, as known at the time of the rejection. */
export type Requester = { address: string; actor: Actor };

/**
 * Rejections per hour before they are logged. Fewer happen normally, for example with a stale page
 * or an expired plan. More suggest probing.
 */
const PROBING_THRESHOLD = 8;

const requesters = new WeakMap<Request, Requester>();

/** Keeps the caller in memory as long as the request, for the case that its call is refused. */
export const rememberRequesterOfRequest = (request: Request, asking: Requester): void =>
  void requesters.set(request, asking);

/** Calls that accept a password, a code or a key and can be used for guessing. */
const GUESSABLE_CALLS: ReadonlySet<CallName> = new Set<CallName>([
  'login',
  'changePwd',
  'setPassword',
  'contactCode',
  'contactBind',
  'contactUnbind',
  'resetCode',
  'resetPassword',
  'passkeyLogin',
]);

type RejectionKind = 'token.refused' | 'key.refused' | 'right.refused' | 'limit.refused';

/** Kind of rejection, null if it does not suggest probing. */
const getProbingKindOfRefusal = (
  name: CallName,
  error: ServiceError,
  { headers }: Request,
): RejectionKind | null => {
  if (error instanceof OverLimitError) return GUESSABLE_CALLS.has(name) ? 'limit.refused' : null;
  if (error.code === SESSION_INVALID && headers.get('x-token')) return 'token.refused';
  if (error.code === 401 && headers.get('authorization')) return 'key.refused';
  return error.code === 403 && !(error instanceof OfflineError) ? 'right.refused' : null;
};

/** Adds calls that were rejected for missing rights or too many guesses to the security log. */
export const recordRefusedCall = async (
  ctx: Context,
  { name, error, request }: { name: CallName; error: unknown; request: Request },
): Promise<void> => {
  if (!(error instanceof ServiceError)) return;
  const kind = getProbingKindOfRefusal(name, error, request);
  if (kind === null) return;
  const { address, actor } = requesters.get(request) ?? { address: '', actor: VISITOR };
  await recordRefusal({
    ctx: copyContextWithActor(ctx, actor),
    // Reaching a rate limit already takes many calls.
    from: kind === 'limit.refused' ? 1 : PROBING_THRESHOLD,
    address,
    kind,
    // Invalid tokens and keys count together across all calls.
    subject: kind === 'right.refused' || kind === 'limit.refused' ? `call:${name}` : '',
  });
};
