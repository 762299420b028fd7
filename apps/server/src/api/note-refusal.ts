import type { Actor, CallName } from '@yunbiao/contract';
import { SESSION_INVALID } from '@yunbiao/contract/envelope';
import {
  actingAs,
  type Context,
  noteRefusal,
  OfflineError,
  OverLimitError,
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

/** What is guessed in these is a password, a code or a key. */
const GUESSED: ReadonlySet<CallName> = new Set<CallName>([
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

type Refused = 'token.refused' | 'key.refused' | 'right.refused' | 'limit.refused';

/** What was refused; null for what tells of nobody trying doors. */
const getKind = (name: CallName, error: ServiceError, { headers }: Request): Refused | null => {
  if (error instanceof OverLimitError) return GUESSED.has(name) ? 'limit.refused' : null;
  if (error.code === SESSION_INVALID && headers.get('x-token')) return 'token.refused';
  if (error.code === 401 && headers.get('authorization')) return 'key.refused';
  return error.code === 403 && !(error instanceof OfflineError) ? 'right.refused' : null;
};

/** Puts calls that were refused for want of a right, or as guesses too many, into the security log. */
export const noteRefusedCall = async (
  ctx: Context,
  { name, error, request }: { name: CallName; error: unknown; request: Request },
): Promise<void> => {
  if (!(error instanceof ServiceError)) return;
  const kind = getKind(name, error, request);
  if (kind === null) return;
  const { address, actor } = askings.get(request) ?? { address: '', actor: VISITOR };
  await noteRefusal({
    ctx: actingAs(ctx, actor),
    // A limit was reached by many already.
    from: kind === 'limit.refused' ? 1 : FROM,
    address,
    kind,
    // Unknown tokens and keys are one thing, whatever they are tried on.
    subject: kind === 'right.refused' || kind === 'limit.refused' ? `call:${name}` : '',
  });
};
