import type { z } from 'zod';
import type { Actor, Scope } from './actor.ts';
import type { InputLimits } from './limits/input.ts';
import type { Shown } from './tags.ts';

/**
 * Who may use a call, and so who acts in it.
 * `public`: anyone (a valid token is noticed, an invalid one ignored) · `member`: a signed-in member ·
 * `key`: another system of a member, with an API key.
 * A paired print client has no calls: it speaks over the gateway's socket, with its own key.
 */
export const AUDIENCES = {
  public: ['visitor', 'member'],
  member: ['member'],
  key: ['key'],
} as const satisfies Record<string, readonly Actor['kind'][]>;

export type Audience = keyof typeof AUDIENCES;

/** Who acts in a call of this audience. */
export type ActorOf<A extends Audience> = Extract<Actor, { kind: (typeof AUDIENCES)[A][number] }>;

export const mayCall = <A extends Audience>(audience: A, actor: Actor): actor is ActorOf<A> =>
  AUDIENCES[audience].some((kind) => kind === actor.kind);

/** How the body travels. `json`: an envelope · `stream`: server-sent events · `file`: bytes, or an envelope on failure. */
export type ReplyKind = 'json' | 'stream' | 'file';

export type RateLimit = {
  /** Calls allowed in a window. */
  max: number;
  /** Length of the window in seconds. */
  windowS: number;
  /** Whom the count belongs to. */
  by: 'address' | 'member';
  /** The input it keeps from being guessed: calls without it are not counted, and it is read before they are. */
  guessed?: string;
  /** It protects accounts: the count outlives the process, and others share it. */
  isDurable?: boolean;
};

/** A list so long that it is read and checked piece by piece, others being answered in between. */
export type Bulk = {
  /** Its field of the input. A form carries it whole, as JSON; NDJSON one piece a line, after the other fields. */
  field: string;
  /** One piece. */
  item: z.ZodType;
  /** Pieces at most. */
  max: number;
  /** What is said when there are more. */
  tooMany: string;
  /** Of one piece. */
  limits: InputLimits;
};

/**
 * Whose content a call shows. The software is named by `alias`, `domain`, `X-Domain` or the host, in this order.
 * `one`: 404 where none is named · `all`: all softwares' where none is named · `site`: as `all`, and on the main host
 * `X-Domain` names none · `frame`: as `site`, also for a software that is offline or unknown.
 */
export type ShowsSoftware = 'one' | 'all' | 'site' | 'frame';

export type Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  /** What it takes travels in the address of a GET, in the form of a POST, in the JSON of a PUT. */
  method: 'GET' | 'POST' | 'PUT';
  path: `/${string}`;
  audience: Audience;
  /** What the key of a `key` call must be allowed. */
  scope?: Scope;
  /** One Chinese line for the API document. */
  summary: string;
  input: I;
  output: O;
  reply?: ReplyKind;
  /** A body with files in it; `any`: with a file, or a form or JSON without; left out: a form or JSON. */
  body?: 'multipart' | 'any';
  /** Inputs of a POST that travel in the address instead of the body. */
  query?: readonly string[];
  /** The content it shows. A page made with it is stale once a verb raises any of it. */
  shows?: readonly Shown[];
  showsSoftware?: ShowsSoftware;
  /** It is made in a software: where neither `X-Domain` nor its input nor the host names one, the answer is 404. */
  isInSoftware?: true;
  /** It answers everybody the same: pages made for one member after another share what was read for it. */
  isShared?: true;
  limit?: RateLimit;
  /** What it takes in at most, where that is not `INPUT_LIMITS`. */
  limits?: Partial<InputLimits>;
  bulk?: Bulk;
  /** Fields that hold more than a form can write flat: it carries each as one JSON text. */
  whole?: readonly string[];
  /** Much work for the server: it waits for its turn, and is refused (503 with `retryAfter`) when too many wait. */
  isHeavy?: true;
};

/** Declares one call; the single place its method, path, audience, input and output are written. */
export const defineCall = <I extends z.ZodType, O extends z.ZodType, const C extends Call<I, O>>(
  call: C & {
    input: I;
    output: O;
    shows?: readonly Shown<keyof z.input<I> & string>[];
  } & (string extends keyof z.input<I>
      ? unknown
      : 'alias' extends keyof z.input<I>
        ? { showsSoftware: ShowsSoftware }
        : unknown),
): C => call;
