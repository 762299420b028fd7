import { z } from 'zod';
import { MAX_ROLL_LABELS } from '../limits/client.ts';

/**
 * Messages between the server and the host process of virtual printers, which run as normal print
 * clients. One object per message of Node's IPC channel. The host exits when the channel closes, so
 * it never outlives its server.
 */

/** Row of the printer before its client has sent hello, and the hello's values. */
export const VIRTUAL_PRINTER = {
  localId: 'virtual',
  name: '虚拟打印机',
  language: 'zpl',
  dpi: 203,
} as const;

/** Simulated faults; each lasts until it is switched off. */
export const rollSwitches = z.object({
  paperOut: z.boolean(),
  coverOpen: z.boolean(),
  /** Slow printing: a label takes seconds. */
  slow: z.boolean(),
  /** Cable unplugged: the port is closed and connections are cut. */
  disconnected: z.boolean(),
});
export type RollSwitches = z.output<typeof rollSwitches>;

export const ROLL_SWITCHES = rollSwitches.keyof().options;
export type RollSwitch = keyof RollSwitches;

/** State of the virtual printer as displayed. */
export const rollState = z.object({
  switches: rollSwitches,
  /** A label is coming out. */
  printing: z.boolean(),
  /** Number of the newest piece of paper; 0 before the first. Never decreases. */
  newest: z.number().int().min(0),
  /** Complete labels: the printer's own counter. */
  counter: z.number().int().min(0),
});
export type RollState = z.output<typeof rollState>;

/** A piece of paper that came out. */
export const rollLabel = z.object({
  number: z.number().int().min(1),
  /** False: the printer stopped in the middle and the rest is missing. */
  whole: z.boolean(),
  /** The printed dots, base64: black on white, one bit per dot. */
  png: z.string(),
  /** In dots. */
  width: z.number().int(),
  height: z.number().int(),
});
export type RollLabel = z.output<typeof rollLabel>;

/**
 * Maximum base64 characters of the pictures in one answer; the rest needs another request. At least
 * one picture is always included.
 */
export const ROLL_REPLY_SIZE = 400_000;

export const rollPart = z.object({
  state: rollState,
  /** Labels after the requested number, oldest first; incomplete when `more` is true. */
  labels: z.array(rollLabel).max(MAX_ROLL_LABELS),
  more: z.boolean(),
});
export type RollPart = z.output<typeof rollPart>;

const clientId = z.number().int();

export const hostCommand = z.discriminatedUnion('type', [
  /**
   * Opens a client directory that contains a key. `server`: the site's origin as this machine
   * reaches it.
   */
  z.object({ type: z.literal('open'), clientId, home: z.string(), server: z.string() }),
  z.object({ type: z.literal('close'), clientId }),
  z.object({ type: z.literal('switch'), clientId, name: z.enum(ROLL_SWITCHES), on: z.boolean() }),
  /** Requests the pieces after number `after`. */
  z.object({ type: z.literal('roll'), clientId, request: z.number().int(), after: z.number() }),
]);
export type HostCommand = z.output<typeof hostCommand>;

export const hostReport = z.discriminatedUnion('type', [
  /** Sent first when a printer has opened, and on every change. */
  z.object({ type: z.literal('state'), clientId, state: rollState }),
  /** A home that could not be opened, or was closed; `why` is '' when the close was requested. */
  z.object({ type: z.literal('closed'), clientId, why: z.string() }),
  z.object({
    type: z.literal('roll'),
    request: z.number().int(),
    /** Labels of the roll; null when the home is not open. */
    part: rollPart.nullable(),
  }),
]);
export type HostReport = z.output<typeof hostReport>;
