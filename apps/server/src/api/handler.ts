import type {
  Actor,
  ActorOf,
  AreaCalls,
  AreaName,
  Audience,
  CallName,
  CallOutput,
  CallParsed,
  Calls,
} from '@yunbiao/contract';
import type { Context, KeyHolder, SignedIn, SoftwareRow } from '@yunbiao/services';
import type { StreamSlot } from './live-streams.ts';

/** Identity and origin of the caller. */
export type Caller = {
  /**
   * Network address of the client, or of the visitor when a page is rendered. Null when unknown.
   */
  address: string | null;
  userAgent: string;
  /** Software from `X-Domain`, otherwise from the host. */
  software: SoftwareRow | null;
  /** Value of `X-Domain`; '' when the header is missing or equals the host. */
  domain: string;
  /** Whether the request came to a custom domain of a software. */
  isOnCustomDomain: () => Promise<boolean>;
  signedIn: SignedIn | null;
  /** The actor of the call, the same as `ctx.actor` of the handler. */
  actor: Actor;
  /** Device secret from an earlier sign-in of this browser, '' when missing. */
  device: string;
  /** Stores the device secret in a cookie for the next sign-in. */
  storeDeviceSecret: (secret: string) => void;
  /** Origin of the calling page, `https://host`. */
  site: string;
  /** Secret of a pending WeChat sign-in in this browser, '' when missing. */
  wechatBrowser: string;
  storeWechatBrowser: (secret: string) => void;
  /** Secret of a pending passkey challenge in this browser, '' when missing. */
  passkeyBrowser: string;
  storePasskeyBrowser: (secret: string) => void;
  /** Aborted when the connection closes. */
  signal: AbortSignal;
};

/** Caller of a member call. The session was checked. */
export type MemberCaller = Caller & {
  signedIn: SignedIn;
  /**
   * Acquires a slot among the live streams.
   * @throws 429
   */
  acquireStreamSlot: () => StreamSlot;
};

/** Caller that uses an API key. The key was checked. */
export type KeyCaller = Caller & {
  holder: KeyHolder;
  /** Value of the `Idempotency-Key` header, null when missing. */
  idempotencyKey: string | null;
};

/** A file generated while it is sent. */
export type FileReply = {
  fileName: string;
  contentType: string;
  stream: ReadableStream<Uint8Array>;
  /** Returns the units of work since the last call. Omitted: charged by the bytes of each chunk. */
  consumeUnits?: () => number;
};

/** Server-sent events until the connection closes or the session ends. */
export type StreamReply = { stream: ReadableStream<Uint8Array> };

type ReplyOf<N extends CallName> = Calls[N] extends { reply: 'file' }
  ? FileReply
  : Calls[N] extends { reply: 'stream' }
    ? StreamReply
    : CallOutput<N>;

/** Caller type per audience. A new audience does not compile until it is added here. */
type Callers = { [A in Audience]: { public: Caller; member: MemberCaller; key: KeyCaller }[A] };
type CallerOf<N extends CallName> = Callers[Calls[N]['audience']];

/** Software whose content the call shows (`showsSoftware`), resolved before the handler runs. */
type SoftwareFor<N extends CallName> = Calls[N] extends { showsSoftware: infer S }
  ? S extends 'one'
    ? SoftwareRow
    : SoftwareRow | null
  : undefined;

/**
 * Handles one call: parsed input → service function → reply of the contract. Throws `ServiceError`.
 */
export type Handler<N extends CallName> = (request: {
  ctx: Context & { actor: ActorOf<Calls[N]['audience']> };
  input: CallParsed<N>;
  caller: CallerOf<N>;
  software: SoftwareFor<N>;
}) => Promise<ReplyOf<N>>;

export type Handlers = { [N in CallName]: Handler<N> };

/** The handlers of one area. A missing handler does not compile. */
export type AreaHandlers<A extends AreaName> = Pick<Handlers, keyof AreaCalls<A> & CallName>;
