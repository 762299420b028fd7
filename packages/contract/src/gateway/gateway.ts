import { setup } from '../printing/print-setup.ts';
import { z } from 'zod';
import { capabilities } from './capabilities.ts';
import { EVIDENCES, LANGUAGES } from '../evidence.ts';
import {
  features,
  foundMessage,
  discoveryResultMessage,
  discoveryRequestMessage,
} from './discovery.ts';
import {
  attempt,
  base64,
  batchNo,
  clientName,
  nonNegativeInteger,
  ledgerId,
  localId,
  machineText,
  clientInstant,
  printerName,
  programVersion,
  reasonText,
  rowId,
  sourceKey,
  stateReasons,
  systemText,
} from './gateway-fields.ts';
import { MAX_LEASES, MAX_PRINTERS, MAX_REPORTS, MAX_TOKENS } from '../limits/client.ts';
import { CONFIG_RANGES } from '../limits/print-config.ts';
import { PROGRAM_TARGETS, programFile, UPDATE_STATES } from './programs.ts';
import { RAW_FORMATS } from '../printing/raw.ts';

/**
 * Messages between server and print agent over the WebSocket `/np/api/agent/socket`
 * (`Authorization: Bearer {client key}`), one JSON object per frame. The protocol is described in
 * docs/printing.md.
 *
 * Between lease and report, the agent's ledger is authoritative for a label. `hello.held` lists
 * every unit the agent still knows. A unit the server has leased and the agent does not hold was
 * never started and is leased again, provided the ledger's history continues from the point the
 * server knows.
 */
export const GATEWAY_PATH = '/np/api/agent/socket';
/**
 * Increased when an older client would print less than it receives and still report the label as
 * printed. 3: rows; an older client would print only the first label and never hold the others.
 * Compatible additions are features ({@link features}) instead: each side announces its own and
 * receives nothing it did not announce.
 */
export const GATEWAY_VERSION = 3;

const printerHello = z.object({
  /** The agent's own name for the printer; stable across restarts. */
  localId,
  name: printerName,
  language: z.enum(LANGUAGES),
  dpi: z.union([z.literal(203), z.literal(300), z.literal(600)]),
  /** No other program prints here, so the counter moves by our labels only. */
  exclusive: z.boolean(),
  evidence: z.array(z.enum(EVIDENCES)),
});

/**
 * Random token for the ledger's history up to a record. A copy of the ledger that diverged does not
 * have it.
 */
const historyToken = z.string().regex(/^[\w-]{16}$/);

/** SHA-256 of a file, in hexadecimal digits. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** One physical label, identified by detail id and attempt. */
const unit = z.object({ detailId: rowId, attempt });
export type Unit = z.output<typeof unit>;

const report = unit.extend({
  /** Fencing token of the lease it was printed under. */
  fence: nonNegativeInteger,
  state: z.enum(['sending', 'sent', 'printed', 'uncertain', 'failed', 'cancelled']),
  evidence: z.enum(EVIDENCES),
  reason: reasonText,
  counterFrom: z.number().int().nullable(),
  counterTo: z.number().int().nullable(),
  /**
   * When the result was decided, ISO 8601 UTC. Times in a report are displayed and never used for
   * decisions.
   */
  at: clientInstant,
  /**
   * Just before its first byte was sent, and when the printer had received all bytes; null when it
   * did not happen.
   */
  startedAt: clientInstant.nullable().optional(),
  consumedAt: clientInstant.nullable().optional(),
});
export type Report = z.output<typeof report>;

export const agentMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    version: z.literal(GATEWAY_VERSION),
    agentVersion: programVersion,
    machineName: machineText,
    system: systemText,
    ledgerId,
    /**
     * Number of the last persisted ledger record (intent or final report). Never decreases within a
     * ledger.
     */
    ledgerSeq: z.number().int().min(0),
    /**
     * With the feature `history`: the last token the agent knows the server has stored, and every
     * later persisted one, oldest first. Absent for clients older than tokens.
     */
    tokens: z.array(historyToken).max(MAX_TOKENS).optional(),
    /** Leased units that are not yet reported as final and acknowledged. */
    held: z.array(unit).max(10_000),
    printers: z.array(printerHello).max(MAX_PRINTERS),
    features,
    /** Absent for clients older than the announcement; they have `BASELINE`. */
    capabilities: capabilities.optional(),
    /** Program build, when the client can update itself. */
    target: z.enum(PROGRAM_TARGETS).optional(),
    /**
     * A newer version that failed to start, reported after the rollback. The server must not send
     * it again automatically.
     */
    failedUpdate: z
      .object({
        version: programVersion,
        note: reasonText,
      })
      .optional(),
  }),
  /** State of a printer changed. */
  z.object({
    type: z.literal('printer'),
    localId,
    state: z.enum(['idle', 'processing', 'stopped']),
    stateReasons,
    stateText: reasonText,
    counter: z.number().int().nullable(),
  }),
  /**
   * Number of further labels the printer can lease; a row may exceed it slightly. Replaces the
   * previous request.
   */
  z.object({
    type: z.literal('want'),
    localId,
    room: z.number().int().min(0).max(MAX_LEASES),
  }),
  /**
   * Cumulative; repeated until acknowledged. `seq`: ledger number after these reports. `token`,
   * with the feature `history`: the newest persisted token, sent when labels wait to start;
   * `reports` may then be empty.
   */
  z.object({
    type: z.literal('reports'),
    seq: nonNegativeInteger,
    reports: z.array(report).max(MAX_REPORTS),
    token: historyToken.optional(),
  }),
  /** Only between a client and a server that both announce the feature `found`. */
  foundMessage,
  discoveryResultMessage,
  /**
   * Queries whether a newer program exists. Sent only to a server that has sent a `newest` message
   * before.
   */
  z.object({ type: z.literal('newest') }),
  /** Progress of an update. */
  z.object({
    type: z.literal('update'),
    version: programVersion,
    state: z.enum(UPDATE_STATES),
    note: reasonText,
  }),
  /** With the feature `pictures`: asks for the file of a picture that a leased label shows. */
  z.object({ type: z.literal('picture'), sha256 }),
  z.object({ type: z.literal('ping') }),
]);
export type AgentMessage = z.output<typeof agentMessage>;

const leasedLabel = unit.extend({
  sequence: nonNegativeInteger,
  copy: nonNegativeInteger,
  data: z.record(z.string(), z.string()),
  /** Epoch ms by the server's clock. The label must not start later. */
  expiresAt: z.number(),
  /**
   * Pictures of the member's library that the label shows: name → SHA-256 of the file. The client
   * asks for files it does not have before it starts the label.
   */
  pictures: z.record(z.string(), sha256).optional(),
});
export type LeasedLabel = z.output<typeof leasedLabel>;

/**
 * A unit of printing: one label, or a row of labels of one batch on a roll with several columns.
 * Each label is held, cancelled and reported separately; from the intent on they share one result.
 */
const lease = leasedLabel.extend({
  localId,
  batchNo,
  fence: nonNegativeInteger,
  /** Key of a template sent earlier on this connection. */
  templateKey: sourceKey,
  /** Whether to cut after this label, when the setup cuts only every few labels. */
  cut: z.boolean().optional(),
  /** Labels to the right of it in the row. */
  beside: z
    .array(leasedLabel)
    .max(CONFIG_RANGES.columns.max - 1)
    .optional(),
});
export type Lease = z.output<typeof lease>;

/** Labels of a lease, from left to right. */
export const listLeaseLabels = ({
  beside = [],
  ...first
}: Lease): [LeasedLabel, ...LeasedLabel[]] => [first, ...beside];

/** Number of templates both sides keep per connection, the most recently sent. */
export const MAX_CACHED_TEMPLATES = 16;

/** Epoch ms by the server's clock, which lease times use: the agent's clock may be off. */
const now = z.number();

export const serverMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    clientId: rowId,
    name: clientName,
    enabled: z.boolean(),
    now,
    features,
    /**
     * With the feature `history`: the newest of the hello's tokens that was stored before this
     * hello. An agent starts a label only after the server acknowledged its intent, so a label with
     * a newer intent was not started, unless its intent says otherwise.
     */
    stored: historyToken.optional(),
  }),
  /**
   * Sent before the first lease of its batch, and again after {@link MAX_CACHED_TEMPLATES} other
   * templates.
   */
  z.object({
    type: z.literal('template'),
    key: sourceKey,
    template: z.unknown(),
    setup,
    /** Fonts of the labels, from `getFontsDigest`. A client with other fonts draws none of them. */
    fonts: sourceKey.optional(),
  }),
  /**
   * With the feature `raw`, replaces the template: the batch's label in base64, printed unchanged.
   */
  z.object({
    type: z.literal('raw'),
    key: sourceKey,
    format: z.enum(RAW_FORMATS),
    bytes: base64,
    setup,
  }),
  /** With the feature `pictures`: the file asked for, in base64; null when there is none. */
  z.object({ type: z.literal('picture'), sha256, bytes: base64.nullable() }),
  z.object({ type: z.literal('lease'), leases: z.array(lease).max(MAX_LEASES) }),
  /**
   * Every report up to `seq` is stored, so the ledger may delete them. `token` is stored too:
   * labels whose intents are older than it may start.
   */
  z.object({
    type: z.literal('ack'),
    seq: nonNegativeInteger,
    units: z.array(unit),
    token: historyToken.optional(),
  }),
  /**
   * Request by the member or by expiry. The agent answers with a report for each unit: cancelled,
   * or its actual result.
   */
  z.object({ type: z.literal('cancel'), units: z.array(unit) }),
  /** False: paused by the member. Start nothing new. */
  z.object({ type: z.literal('enabled'), enabled: z.boolean() }),
  /** Only between a client and a server that both announce the feature `found`. */
  discoveryRequestMessage,
  z.object({ type: z.literal('pong'), now }),
  /**
   * Newest program for this client, sent after the welcome and on request; null when there is none.
   */
  z.object({ type: z.literal('newest'), program: programFile.nullable() }),
  /** The member requests the update to this program. */
  z.object({ type: z.literal('update'), program: programFile }),
]);
export type ServerMessage = z.output<typeof serverMessage>;
