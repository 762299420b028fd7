import { z } from 'zod';
import { ROLL_KEPT } from './limits/client.ts';

/**
 * A virtual printer in the page, and the messages between the server and the process that holds them: the host, a print
 * client like any other but for who starts it. One object a message of Node's IPC channel. The host ends when the channel
 * does, so it never outlives its server.
 */

/** The printer's row, before its print client has said hello, and what it says then. */
export const VIRTUAL_PRINTER = {
  localId: 'virtual',
  name: '虚拟打印机',
  language: 'zpl',
  dpi: 203,
} as const;

/** What a member can do to the printer; each lasts until it is undone. */
export const rollSwitches = z.object({
  paperOut: z.boolean(),
  coverOpen: z.boolean(),
  /** A label takes seconds. */
  slow: z.boolean(),
  /** The cable is pulled: the port is closed and connections are cut. */
  disconnected: z.boolean(),
});
export type RollSwitches = z.output<typeof rollSwitches>;

export const ROLL_SWITCHES = rollSwitches.keyof().options;
export type RollSwitch = keyof RollSwitches;

/** The printer as one sees it standing before it. */
export const rollState = z.object({
  switches: rollSwitches,
  /** A label is coming out. */
  printing: z.boolean(),
  /** Number of the newest piece of paper that came out; 0 before the first. Never goes back. */
  newest: z.number().int().min(0),
  /** Whole labels that came out: the printer's own counter. */
  counter: z.number().int().min(0),
});
export type RollState = z.output<typeof rollState>;

/** A piece of paper that came out. */
export const rollLabel = z.object({
  number: z.number().int().min(1),
  /** False: the printer was stopped in the middle of it, and the rest is missing. */
  whole: z.boolean(),
  /** The very dots, base64: black on white, one bit a dot. */
  png: z.string(),
  /** In dots. */
  width: z.number().int(),
  height: z.number().int(),
});
export type RollLabel = z.output<typeof rollLabel>;

/** Of the pictures in one answer, beyond which the rest is asked for again; one is always in it. Base64 characters. */
export const ROLL_REPLY_SIZE = 400_000;

export const rollPart = z.object({
  state: rollState,
  /** After the number asked for, oldest first; not all of them when there is `more`. */
  labels: z.array(rollLabel).max(ROLL_KEPT),
  more: z.boolean(),
});
export type RollPart = z.output<typeof rollPart>;

const clientId = z.number().int();

export const hostCommand = z.discriminatedUnion('type', [
  /** Opens a home with a key in it. `server`: the site's origin, as this machine reaches it. */
  z.object({ type: z.literal('open'), clientId, home: z.string(), server: z.string() }),
  z.object({ type: z.literal('close'), clientId }),
  z.object({ type: z.literal('switch'), clientId, name: z.enum(ROLL_SWITCHES), on: z.boolean() }),
  /** Asks for the pieces after number `after`. */
  z.object({ type: z.literal('roll'), clientId, request: z.number().int(), after: z.number() }),
]);
export type HostCommand = z.output<typeof hostCommand>;

export const hostReport = z.discriminatedUnion('type', [
  /** The first word of a home that is open, and of every change of it. */
  z.object({ type: z.literal('state'), clientId, state: rollState }),
  /** It is not open, or not any more; `why` is '' when that was asked for. */
  z.object({ type: z.literal('closed'), clientId, why: z.string() }),
  z.object({
    type: z.literal('roll'),
    request: z.number().int(),
    /** Null: not open. */
    part: rollPart.nullable(),
  }),
]);
export type HostReport = z.output<typeof hostReport>;
