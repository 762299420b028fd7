import type { Media } from '@yunbiao/label';
import { FINISHINGS, MEDIA_KINDS } from '@yunbiao/label/language/language';
import { z } from 'zod';
import { capabilities } from './capabilities.ts';
import { EVIDENCES, LANGUAGES } from './evidence.ts';
import { features, foundMessage, wishedMessage, wishMessage } from './found.ts';
import {
  attempt,
  base64,
  batchNo,
  clientName,
  counted,
  ledgerId,
  localId,
  machineText,
  moment,
  printerName,
  programVersion,
  reasonText,
  rowId,
  sourceKey,
  stateReasons,
  systemText,
} from './gateway-fields.ts';
import { MAX_LEASES, MAX_PRINTERS, MAX_REPORTS, MAX_TOKENS } from './limits/client.ts';
import { CONFIG_RANGES, mediaAndFinishing } from './limits/print-config.ts';
import { PROGRAM_TARGETS, programFile, UPDATE_STATES } from './programs.ts';
import { RAW_FORMATS } from './raw.ts';

/**
 * Messages between server and print agent over the WebSocket `/np/api/agent/socket`
 * (`Authorization: Bearer {client key}`), one JSON object a frame. The protocol is described in docs/printing.md.
 *
 * Truth about a label between lease and report lives in the agent's ledger. `hello.held` lists every unit the agent
 * still knows; whatever the server has leased and the agent does not hold was never started and is leased again,
 * provided the ledger's history goes on from what the server knows of it.
 */
export const GATEWAY_PATH = '/np/api/agent/socket';
/**
 * Raised when an older client would print less than it is sent: it would say that it printed the label. 3: rows, of which
 * it would print the first label and never hold the others. What is merely new is a feature ({@link features}): each side
 * names its own, and is sent nothing that it did not name.
 */
export const GATEWAY_VERSION = 3;

const printerHello = z.object({
  /** The agent's own name for it; stable across restarts. */
  localId,
  name: printerName,
  language: z.enum(LANGUAGES),
  dpi: z.union([z.literal(203), z.literal(300), z.literal(600)]),
  /** Nobody else prints here: its counter moves by our labels only. */
  exclusive: z.boolean(),
  evidence: z.array(z.enum(EVIDENCES)),
});

/** A random name for the ledger's history up to a record: a copy of the ledger that went another way does not have it. */
const historyToken = z.string().regex(/^[\w-]{16}$/);

/** One physical label, by detail id and attempt. */
const unit = z.object({ detailId: rowId, attempt });
export type Unit = z.output<typeof unit>;

const report = unit.extend({
  /** Fencing number of the lease it was printed under. */
  fence: counted,
  state: z.enum(['sending', 'sent', 'printed', 'uncertain', 'failed', 'cancelled']),
  evidence: z.enum(EVIDENCES),
  reason: reasonText,
  counterFrom: z.number().int().nullable(),
  counterTo: z.number().int().nullable(),
  /** When it was decided, ISO 8601 UTC. Times of a report are shown, and never decide anything. */
  at: moment,
  /** When its first byte was about to be sent, and when the printer had taken all of it; null for what did not happen. */
  startedAt: moment.nullable().optional(),
  consumedAt: moment.nullable().optional(),
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
    /** Number of the last record (intent or final report) on the ledger's disk; never goes back in one ledger. */
    ledgerSeq: z.number().int().min(0),
    /**
     * With the feature `history`: the last token the agent knows the server to have stored, and every later one on its
     * disk, oldest first. Not said by clients from before there were tokens.
     */
    tokens: z.array(historyToken).max(MAX_TOKENS).optional(),
    /** Leased units not yet finally reported and acknowledged. */
    held: z.array(unit).max(10_000),
    printers: z.array(printerHello).max(MAX_PRINTERS),
    features,
    /** What it can draw; left out by clients from before they said so (`BASELINE`). */
    capabilities: capabilities.optional(),
    /** The program it is, when it can bring itself up to date. */
    target: z.enum(PROGRAM_TARGETS).optional(),
    /** A newer version that did not come up, told when the one before it is back: it is not to be sent again by itself. */
    failedUpdate: z
      .object({
        version: programVersion,
        note: reasonText,
      })
      .optional(),
  }),
  /** Something about a printer changed. */
  z.object({
    type: z.literal('printer'),
    localId,
    state: z.enum(['idle', 'processing', 'stopped']),
    stateReasons,
    stateText: reasonText,
    counter: z.number().int().nullable(),
  }),
  /**
   * The printer can take this many more leased labels; a row may bring a few more. Replaces what was asked before.
   */
  z.object({
    type: z.literal('want'),
    localId,
    room: z.number().int().min(0).max(MAX_LEASES),
  }),
  /**
   * Cumulative: repeated until acknowledged. `seq` is the ledger's number after these reports. `token`, with the feature
   * `history`: the newest on the agent's disk, when labels wait to be begun; there may be no reports beside it.
   */
  z.object({
    type: z.literal('reports'),
    seq: counted,
    reports: z.array(report).max(MAX_REPORTS),
    token: historyToken.optional(),
  }),
  /** With the feature `found`. */
  foundMessage,
  wishedMessage,
  /** Whether there is a newer program; only asked of a server that has once said so by itself. */
  z.object({ type: z.literal('newest') }),
  /** How far it is with becoming another version. */
  z.object({
    type: z.literal('update'),
    version: programVersion,
    state: z.enum(UPDATE_STATES),
    note: reasonText,
  }),
  z.object({ type: z.literal('ping') }),
]);
export type AgentMessage = z.output<typeof agentMessage>;

const leasedLabel = unit.extend({
  sequence: counted,
  copy: counted,
  data: z.record(z.string(), z.string()),
  /** Epoch ms by the server's clock; not to be started later. */
  expiresAt: z.number(),
});
export type LeasedLabel = z.output<typeof leasedLabel>;

/**
 * What is printed as one: a label, or on a roll with several across a row of them, of one batch. Each label of it is
 * held, cancelled and reported by itself; from the intent on they end alike.
 */
const lease = leasedLabel.extend({
  localId,
  batchNo,
  fence: counted,
  /** Key into the templates sent before on this connection. */
  templateKey: sourceKey,
  /** Where its setup cuts each few labels only: whether behind this one. */
  cut: z.boolean().optional(),
  /** The labels to the right of it. */
  beside: z
    .array(leasedLabel)
    .max(CONFIG_RANGES.columns.max - 1)
    .optional(),
});
export type Lease = z.output<typeof lease>;

/** The labels of a lease, from the left. */
export const listLabels = ({ beside = [], ...first }: Lease): [LeasedLabel, ...LeasedLabel[]] => [
  first,
  ...beside,
];

/** What a label is drawn with, from the printer configuration of its batch. */
export const drawnWith = z.object({
  language: z.enum(LANGUAGES),
  dpi: z.union([z.literal(203), z.literal(300), z.literal(600)]),
  /** Of one label, and across the roll the number of them and the gap between two. */
  widthMm: z.number(),
  heightMm: z.number(),
  columns: z.number().int().min(1).default(1),
  columnGapMm: z.number().default(0),
  gapMm: z.number(),
  offsetXMm: z.number(),
  offsetYMm: z.number(),
  pitchScale: z.number(),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** Not said by servers from before there was one. */
  barReduction: z.number().default(0),
  /** Nor this: printers that take pages get them as dots, or as vectors where that is wished for ({@link takesVectors}). */
  vector: z.boolean().default(false),
  darkness: z.number(),
  speed: z.number(),
  /** These were not said either: labels without a gap were one strip, and nothing else was told. */
  media: z.enum(MEDIA_KINDS).optional(),
  finishing: z.enum(FINISHINGS).optional(),
  cutEach: z.number().int().min(1).default(1),
  shiftMm: z.number().nullable().default(null),
});
const setup = drawnWith.transform((said) => ({ ...said, ...mediaAndFinishing(said) }));
export type Setup = z.output<typeof setup>;

/** A setup as it was stored with its batch, perhaps before it had all it has now. */
export const readSetup = (stored: string): Setup => setup.parse(JSON.parse(stored));

/** How a setup places one label. A row of several is moved on the head as one, once it is put together. */
export const getMedia = (setup: Setup): Media => ({
  dpi: setup.dpi,
  offsetXMm: setup.columns > 1 ? 0 : setup.offsetXMm,
  offsetYMm: setup.offsetYMm,
  rotation: setup.rotation,
  pitchScale: setup.pitchScale / 100,
  barReductionDots: setup.barReduction,
});

/** Templates both sides remember of one connection, the newest sent. */
export const TEMPLATES_KEPT = 16;

/** Epoch ms by the server's clock, which times of leases are on: the agent's own may be a day off. */
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
     * With the feature `history`: the last of the hello's tokens that was stored before this hello. Nothing waits for the
     * server longer than for its word, so a label whose intent is newer was not begun, unless its intent says otherwise.
     */
    stored: historyToken.optional(),
  }),
  /** Sent before the first lease of its batch, and again once {@link TEMPLATES_KEPT} others have been sent since. */
  z.object({
    type: z.literal('template'),
    key: sourceKey,
    template: z.unknown(),
    setup,
    /** What its labels are drawn with, as `getFontsDigest` gives it: a client with other fonts draws none of them. */
    fonts: sourceKey.optional(),
  }),
  /** With the feature `raw`, instead of a template: what the label of the batch is, in base64, to be printed as it is. */
  z.object({
    type: z.literal('raw'),
    key: sourceKey,
    format: z.enum(RAW_FORMATS),
    bytes: base64,
    setup,
  }),
  z.object({ type: z.literal('lease'), leases: z.array(lease).max(MAX_LEASES) }),
  /**
   * Every report up to here is stored; the ledger may forget them. `token` is stored, too: labels whose intents are older
   * may be begun.
   */
  z.object({
    type: z.literal('ack'),
    seq: counted,
    units: z.array(unit),
    token: historyToken.optional(),
  }),
  /** A request, by the member or by time, answered by a report for each: cancelled, or what it became. */
  z.object({ type: z.literal('cancel'), units: z.array(unit) }),
  /** Paused by the member: start nothing new. */
  z.object({ type: z.literal('enabled'), enabled: z.boolean() }),
  /** With the feature `found`. */
  wishMessage,
  z.object({ type: z.literal('pong'), now }),
  /** The newest program for this client, sent behind its welcome and when it asks; null when there is none. */
  z.object({ type: z.literal('newest'), program: programFile.nullable() }),
  /** The member wants it to become that. */
  z.object({ type: z.literal('update'), program: programFile }),
]);
export type ServerMessage = z.output<typeof serverMessage>;

/** WebSocket close codes of ours. */
export const CLOSE = {
  /** The key was revoked. No proof by itself: whoever comes back is told so in a way nobody else can (`revocation.ts`). */
  revoked: 4001,
  /** Another connection of the same client took over. */
  replaced: 4002,
  /** The message broke the protocol. */
  protocol: 4003,
  /** The member's white list has been changed, and leaves this address out. */
  address: 4004,
} as const;
