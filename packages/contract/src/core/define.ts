import type { z } from 'zod';
import type { Actor, Scope } from './actor.ts';
import type { InputLimits } from '../limits/input.ts';
import type { ShownContent } from './tags.ts';

/**
 * Audience of a call, and the actors it can have.
 * `public`: anyone (a valid token is used, an invalid one is ignored).
 * `member`: a signed-in member. `key`: another system of a member, with an API key.
 * A paired print client makes no calls: it uses the gateway's socket with its own key.
 */
export const AUDIENCES = {
  public: ['visitor', 'member'],
  member: ['member'],
  key: ['key'],
} as const satisfies Record<string, readonly Actor['kind'][]>;

export type Audience = keyof typeof AUDIENCES;

/** Actors of a call with this audience. */
export type ActorOf<A extends Audience> = Extract<Actor, { kind: (typeof AUDIENCES)[A][number] }>;

export const isActorInAudience = <A extends Audience>(
  audience: A,
  actor: Actor,
): actor is ActorOf<A> => AUDIENCES[audience].some((kind) => kind === actor.kind);

/**
 * Response body. `json`: an envelope · `stream`: server-sent events · `file`: bytes, or an envelope
 * on failure.
 */
export type ReplyKind = 'json' | 'stream' | 'file';

export type RateLimit = {
  /** Calls allowed per window. */
  max: number;
  /** Length of the window, seconds. */
  windowS: number;
  /** Whether the count is per IP address or per member. */
  by: 'address' | 'member';
  /**
   * Input field that the limit protects from guessing. Calls without it are not counted; it is read
   * before the check.
   */
  guessed?: string;
  /** The count is persisted and shared between processes, because it protects accounts. */
  isDurable?: boolean;
};

/** A long list that is read and validated item by item, so that other requests run in between. */
export type Bulk = {
  /**
   * Name of the input field. A form carries the list as one JSON text; NDJSON carries one item per
   * line after the other fields.
   */
  field: string;
  /** Schema of one item. */
  item: z.ZodType;
  /** Maximum number of items. */
  max: number;
  /** Message when there are more. */
  tooMany: string;
  /** Limits of one item. */
  limits: InputLimits;
  /** Limits of all other fields together. */
  restLimits: InputLimits;
};

/**
 * Which software's content a call shows. The software is named by `alias`, `domain`, `X-Domain` or
 * the host, in this order. `one`: 404 when none is named · `all`: content of all software when none
 * is named · `site`: as `all`, and `X-Domain` is ignored on the main host · `frame`: as `site`,
 * also for a software that is offline or unknown.
 */
export type ShowsSoftware = 'one' | 'all' | 'site' | 'frame';

export type Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  /** The input travels in the query of a GET, the form of a POST, the JSON body of a PUT. */
  method: 'GET' | 'POST' | 'PUT';
  path: `/${string}`;
  audience: Audience;
  /** Scope a `key` call requires. */
  scope?: Scope;
  /** One line of Chinese for the API document. */
  summary: string;
  input: I;
  output: O;
  reply?: ReplyKind;
  /**
   * Body with files. `any`: multipart with a file, or a form or JSON without one. Omitted: a form
   * or JSON.
   */
  body?: 'multipart' | 'any';
  /** Inputs of a POST that travel in the query string instead of the body. */
  query?: readonly string[];
  /**
   * Content the call shows. A cached page that used the call becomes stale when a verb raises one
   * of these.
   */
  shows?: readonly ShownContent[];
  showsSoftware?: ShowsSoftware;
  /** The call requires a software: 404 when `X-Domain`, the input and the host name none. */
  isInSoftware?: true;
  /** The answer is the same for everyone, so pages of different members share it. */
  isShared?: true;
  limit?: RateLimit;
  /** Input limits that differ from `INPUT_LIMITS`. */
  limits?: Partial<InputLimits>;
  bulk?: Bulk;
  /** Fields a flat form cannot express; the form carries each as one JSON text. */
  whole?: readonly string[];
  /**
   * Expensive call: it waits in a queue, and fails with 503 and `retryAfter` when the queue is
   * full.
   */
  isHeavy?: true;
};

/** Fields that a form carries as JSON texts. */
export const listJsonFields = ({ bulk, whole = [] }: Call): readonly string[] =>
  bulk ? [bulk.field, ...whole] : whole;

/** Declares one call. Method, path, audience, input and output are defined only here. */
export const defineCall = <I extends z.ZodType, O extends z.ZodType, const C extends Call<I, O>>(
  call: C & {
    input: I;
    output: O;
    shows?: readonly ShownContent<keyof z.input<I> & string>[];
  } & (string extends keyof z.input<I>
      ? unknown
      : 'alias' extends keyof z.input<I>
        ? { showsSoftware: ShowsSoftware }
        : unknown),
): C => call;
