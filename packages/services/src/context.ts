import type { Actor } from '@yunbiao/contract';
import type { ClientWish, Wished } from '@yunbiao/contract/found';
import type { RollPart, RollState, RollSwitch } from '@yunbiao/contract/virtual-host';
import type { Database } from '@yunbiao/db';
import type { Bus } from './bus.ts';
import type { Channels } from './channel/index.ts';
import type { ContactSenders } from './contact-vendor.ts';
import type { FileStore } from './files/store.ts';
import type { Wechat } from './wechat-vendor.ts';

export type Logger = {
  info: (message: string, fields?: Record<string, unknown>) => void;
  warn: (message: string, fields?: Record<string, unknown>) => void;
  error: (message: string, fields?: Record<string, unknown>) => void;
};

/** The virtual printers of the page, run by this process; verbs know whose they are. */
export type VirtualPrinters = {
  /**
   * Opens a member's, unless it is open. `newKey` gives the client a new key, for a home that has none.
   * @throws 503 when as many as may be are open, and all in use
   */
  open: (
    whose: { clientId: number; memberId: number },
    newKey: () => Promise<string>,
  ) => Promise<void>;
  /** What came out after a number. @throws 503 when it is not open */
  roll: (clientId: number, after: number) => Promise<RollPart>;
  /** @throws 503 when it is not open */
  set: (clientId: number, name: RollSwitch, on: boolean) => Promise<RollState>;
};

/** How members' wishes reach their print clients, and the answers come back. */
export type Wishes = {
  /** What the client answered. @throws 409 where it is away or too old to understand, 503 where it did not answer in time */
  send: (clientId: number, wish: ClientWish) => Promise<Wished>;
  /** The connection that takes wishes for a client from now on; what is returned ends that. */
  attach: (clientId: number, take: (wish: ClientWish) => Promise<Wished>) => () => void;
};

/**
 * What every verb receives: the engines, who acts, and the few settings that rules depend on. Each request has one of its
 * own; `bus` is the same in all of one process.
 */
export type Context = {
  db: Database;
  bus: Bus;
  files: FileStore;
  log: Logger;
  /** Epoch ms; injected so that tests move time. */
  now: () => number;
  /** Waits; injected with `now`. Left out: real time. */
  sleep?: (ms: number) => Promise<void>;
  /** Who acts, from the request or the command: audit and security log take it from here. */
  actor: Actor;
  settings: {
    mode: 'demo' | 'production';
    /** Origin people reach the site at, without a trailing slash. */
    publicUrl: string;
    icpNo: string | null;
    psbNo: string | null;
    /** Where transfers go; left out: customers ask. */
    payAccount?: { name: string; bank: string; number: string } | undefined;
    /** Networks (CIDR) beside the internet that webhooks may be sent to; left out: none. */
    webhookAllow?: readonly string[] | undefined;
    /** What counters are hashed with; kept beside the data, not in it. Left out: nothing, as in commands, which count nothing. */
    counterKey?: string | undefined;
  };
  /** Clients that are connected right now. The gateway writes it. */
  presence: {
    /** This process, in `client.node_id`. */
    nodeId: string;
    online: (clientId: number) => boolean;
    set: (clientId: number, online: boolean) => void;
    /** They were connected to another process, and count as connected until something is known of them. */
    expect: (clientIds: readonly number[]) => void;
    expected: () => number[];
    isExpected: (clientId: number) => boolean;
  };
  /** Left out: no print client is connected to this process. */
  wishes?: Wishes | undefined;
  /** For tests about something else, which sign up members by the hundred; left out, as it is in every program: 7 ms. */
  passwordWork?: { memoryCost: number; timeCost: number } | undefined;
  /** Where money is paid through; left out: transfers only. */
  channels?: Channels | undefined;
  /** Left out: the site offers none. */
  virtual?: VirtualPrinters | undefined;
  /** Left out: neither e-mail addresses nor telephones can be bound. */
  contact?: ContactSenders | undefined;
  /** Left out: nobody signs in with WeChat. */
  wechat?: Wechat | undefined;
};
