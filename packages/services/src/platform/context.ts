import type { Actor } from '@yunbiao/contract';
import type { DiscoveryRequest, DiscoveryResult } from '@yunbiao/contract/gateway/discovery';
import type { RollPart, RollState, RollSwitch } from '@yunbiao/contract/gateway/virtual-host';
import type { Database } from '@yunbiao/db';
import type { Bus } from './bus.ts';
import type { Channels } from './payment-channel.ts';
import type { ContactSenders } from './contact-vendor.ts';
import type { NodeCalls } from './node-calls.ts';
import type { FileStore } from './files/store.ts';
import type { Wechat } from './wechat-vendor.ts';

export type Logger = {
  info: (message: string, fields?: Record<string, unknown>) => void;
  warn: (message: string, fields?: Record<string, unknown>) => void;
  error: (message: string, fields?: Record<string, unknown>) => void;
};

/** Virtual printers of the web page, run by this process. Services check who owns them. */
export type VirtualPrinters = {
  /**
   * Opens a member's virtual printer unless it is open. `newKey` issues a client key when the
   * printer has none.
   * @throws 503 when the maximum number is open and all are in use
   */
  open: (
    owner: { clientId: number; memberId: number },
    newKey: () => Promise<string>,
  ) => Promise<void>;
  /** Returns the output after position `after`. @throws 503 when the printer is not open */
  readRoll: (clientId: number, after: number) => Promise<RollPart>;
  /** @throws 503 when the printer is not open */
  set: (clientId: number, name: RollSwitch, on: boolean) => Promise<RollState>;
};

/** Sends requests of members to their print clients and returns the answers. */
export type ClientRequests = {
  /**
   * Returns the client's answer.
   * @throws 409 when the client is offline or too old to know the request, 503 on a timeout
   */
  send: (clientId: number, discoveryRequest: DiscoveryRequest) => Promise<DiscoveryResult>;
  /**
   * Registers the connection that receives requests for a client. Returns the function that
   * unregisters it.
   */
  attach: (
    clientId: number,
    take: (wish: DiscoveryRequest) => Promise<DiscoveryResult>,
  ) => () => void;
};

/**
 * Where a server process is. `expected`: it ended a moment ago, and its clients are expected to
 * reconnect; `gone`: its clients count as offline.
 */
export type NodePlace = 'here' | 'elsewhere' | 'expected' | 'gone';

/** The other servers of a site with several. */
export type OtherNodes = {
  /** Id of the data folder of this server, as in `client.virtual_home`. */
  dataFolderId: string;
  /** The living server with a data folder; null when none has it. */
  findNode: (dataFolderId: string) => string | null;
  call: NodeCalls['call'];
};

/**
 * Passed to every service function: database, files, actor, and the settings that rules depend on.
 * Each request gets its own context; `bus` is shared by the process.
 */
export type Context = {
  db: Database;
  bus: Bus;
  files: FileStore;
  log: Logger;
  /** Current time, epoch ms; injected so that tests control time. */
  now: () => number;
  /** Sleep function, injected together with `now`. Real time by default. */
  sleep?: (ms: number) => Promise<void>;
  /** The actor of the request or command. The audit log and the security log record it. */
  actor: Actor;
  settings: {
    mode: 'demo' | 'production';
    /** Public origin of the site, without a trailing slash. */
    publicUrl: string;
    icpNo: string | null;
    psbNo: string | null;
    /** Bank account for transfers. When absent, customers have to ask for it. */
    payAccount?: { name: string; bank: string; number: string } | undefined;
    /** Private networks (CIDR) that webhooks may be sent to. None by default. */
    webhookAllow?: readonly string[] | undefined;
    /**
     * Key for hashing counters; stored in the data folder, not in the database. Absent in commands,
     * which count nothing.
     */
    counterKey?: string | undefined;
  };
  /**
   * The server processes that print clients connect to. Whether a client is online follows from its
   * row, see `isClientOnline`.
   */
  presence: {
    /** Id of this process; `client.node_id` of clients that are connected to it. */
    nodeId: string;
    locateNode: (nodeId: string) => NodePlace;
    /** A hint: the client's row may say otherwise. */
    isConnectedHere: (clientId: number) => boolean;
    /** Called by the gateway for its own connections. */
    setConnected: (clientId: number, isConnected: boolean) => void;
    /** Number of clients connected to this process. */
    countConnected: () => number;
  };
  /** The other servers of the site. Absent when there is one, and in commands. */
  nodes?: OtherNodes | undefined;
  /** Absent when no print client can connect to this process. */
  clientRequests?: ClientRequests | undefined;
  /**
   * Cheaper password hashing for tests that sign up hundreds of members: a hash takes 7 ms. Absent
   * in production.
   */
  passwordWork?: { memoryCost: number; timeCost: number } | undefined;
  /** Payment channels. When absent, only bank transfers are possible. */
  channels?: Channels | undefined;
  /** When absent, the site offers no virtual printers. */
  virtual?: VirtualPrinters | undefined;
  /** When absent, members can bind neither e-mail addresses nor phone numbers. */
  contact?: ContactSenders | undefined;
  /** When absent, sign-in with WeChat is not available. */
  wechat?: Wechat | undefined;
};

/** What a verb on data of one member is given. */
export type MemberScope = { ctx: Context; memberId: number };
