import type { Started } from '../support/process.ts';
import type { Controls } from '../printers/works/controls.ts';
import type { Drawn } from '../printers/works/drawn.ts';
import type { PrinterKind } from './printer-kind.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** A printer of any language. */
export type Printer = Omit<Controls<Drawn>, 'options' | 'labels'>;

/** A print client and the way to restart it. */
export type Client = {
  agent: Started;
  start: () => Started | Promise<Started>;
  /** Switches to the other version of an upgrade at the next start. */
  change: () => void;
  /** Killed and not restarted for a while. */
  isAway: boolean;
  /** The folder of its settings. */
  home: string;
};

/** A printer of the round and its client. */
export type Desk = {
  kind: PrinterKind;
  printer: Printer;
  client: Client;
  /** Its id at the client. */
  localId: string;
  /** Id of its row. */
  id: number;
  /**
   * It reported ready before the first fault; a printer that was polled at a bad moment may be
   * skipped for long.
   */
  wasReady: boolean;
  /** Number of active lasting faults. */
  troubles: number;
  /** Removed from its client's settings permanently. */
  isRemoved: boolean;
};

/** The state of a round. */
export type Stage = {
  world: World;
  random: Random;
  server: Started;
  port: number;
  clients: readonly Client[];
  desks: readonly [Desk, ...Desk[]];
  /** Time of the last strike, epoch ms: timeouts restart from here. */
  struckAt: number;
  /** Labels that may be uncertain at this point. */
  allowed: number;
  /** Active lasting faults; each resolves to what was wrong with the group. */
  lasting: Promise<string>[];
  /** Homes of clients are also restored and copied. */
  homes: boolean;
  /** People also act on labels and printers. */
  people: boolean;
  /** Labels may have been cancelled by people. */
  cancels: boolean;
  /** Labels that the member reprinted, by number: how often, and prints before the last time. */
  again: Map<string, { times: number; before: number }>;
};

export const isStopped = ({ printer }: Desk): boolean => {
  const { paperOut, ribbonOut, headUp } = printer.state();
  return paperOut || ribbonOut || headUp;
};

/** Printers without a stopping fault. */
export const listFreeDesks = ({ desks }: Stage): Desk[] =>
  desks.filter(({ troubles }) => troubles === 0);

/** Number of labels that have not ended; `at`: of one printer. */
export const openCount = async ({ world }: Stage, at?: Desk): Promise<number> => {
  const row = await world.db.kysely
    .selectFrom('detail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['queued', 'sending'])
    .$if(at !== undefined, (query) => query.where('printer_id', '=', at?.id ?? 0))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};
