import type {
  Actor,
  ActorOf,
  Audience,
  CallName,
  CallOutput,
  CallParsed,
  Calls,
} from '@yunbiao/contract';
import type { Context, KeyHolder, SignedIn, SoftwareRow } from '@yunbiao/services';
import type { StreamPlace } from './live-streams.ts';

/** Who is asking, and from where. */
export type Caller = {
  /** Network address, also of the visitor a page is rendered for; null when it is not known. */
  address: string | null;
  userAgent: string;
  /** The software of `X-Domain` or the host. */
  software: SoftwareRow | null;
  /** What `X-Domain` says; '' where it says nothing, or the host the request came to. */
  domain: string;
  /** Whether the request came to a software's own host. */
  isOnOwnHost: () => Promise<boolean>;
  signedIn: SignedIn | null;
  /** Who acts: what `ctx` of the handler says, too. */
  actor: Actor;
  /** What this browser keeps of an earlier sign-in; '' when nothing. */
  device: string;
  /** Has the browser keep this for its next sign-in. */
  keepDevice: (secret: string) => void;
  /** `https://host` the page that asks has. */
  site: string;
  /** What this browser keeps of a sign-in with WeChat that is under way; '' when nothing. */
  wechatBrowser: string;
  keepWechatBrowser: (secret: string) => void;
  /** What this browser keeps of a question to its passkeys; '' when nothing. */
  passkeyBrowser: string;
  keepPasskeyBrowser: (secret: string) => void;
  /** Set when the connection ends. */
  signal: AbortSignal;
};

/** Who asks on a call for members: the session has been checked. */
export type MemberCaller = Caller & {
  signedIn: SignedIn;
  /** A place among the live streams. @throws 429 */
  takeStream: () => StreamPlace;
};

/** Another system of a member: its key has been checked. */
export type KeyCaller = Caller & {
  holder: KeyHolder;
  /** What makes a repeat the same call; null without the header. */
  idempotencyKey: string | null;
};

/** A file built while it is sent. */
export type FileReply = {
  fileName: string;
  contentType: string;
  stream: ReadableStream<Uint8Array>;
  /** Units of work since it was last asked; left out: by the bytes of each piece. */
  takeUnits?: () => number;
};

/** Server-sent events until the connection or the session ends. */
export type StreamReply = { stream: ReadableStream<Uint8Array> };

type ReplyOf<N extends CallName> = Calls[N] extends { reply: 'file' }
  ? FileReply
  : Calls[N] extends { reply: 'stream' }
    ? StreamReply
    : CallOutput<N>;

/** What is known of who asks, by audience: another one has no handlers until it is said here. */
type Callers = { [A in Audience]: { public: Caller; member: MemberCaller; key: KeyCaller }[A] };
type CallerOf<N extends CallName> = Callers[Calls[N]['audience']];

/** Whose content a call shows (`showsSoftware`), resolved before its handler runs. */
type SoftwareFor<N extends CallName> = Calls[N] extends { showsSoftware: infer S }
  ? S extends 'one'
    ? SoftwareRow
    : SoftwareRow | null
  : undefined;

/** Parsed input → verb → what the contract promises. Failures are thrown as `ServiceError`. */
export type Handler<N extends CallName> = (request: {
  ctx: Context & { actor: ActorOf<Calls[N]['audience']> };
  input: CallParsed<N>;
  caller: CallerOf<N>;
  software: SoftwareFor<N>;
}) => Promise<ReplyOf<N>>;

/** One handler for every call: a missing one does not compile. */
export type Handlers = { [N in CallName]: Handler<N> };
