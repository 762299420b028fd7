import type { Started } from '../support/process.ts';
import type { Controls } from '../printers/works/controls.ts';
import type { Drawn } from '../printers/works/drawn.ts';
import type { PrinterKind } from './kinds.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** A printer of any language. */
export type Printer = Omit<Controls<Drawn>, 'options' | 'labels'>;

/** A print client, and how it is started again. */
export type Client = {
  agent: Started;
  start: () => Started | Promise<Started>;
  /** From the next start on it is the other version of the two of an upgrade. */
  change: () => void;
  /** Killed, and not started again for a while. */
  isAway: boolean;
  /** Where its settings are. */
  home: string;
};

/** A printer of the round, with the client it is at. */
export type Desk = {
  kind: PrinterKind;
  printer: Printer;
  client: Client;
  /** What its client knows it by. */
  localId: string;
  /** Its row. */
  id: number;
  /** It said that it was ready before anything was wrong; one that was asked at a bad moment may be left alone for long. */
  wasReady: boolean;
  /** How many of the faults it is under now last. */
  troubles: number;
  /** Taken out of its client's settings, for good. */
  isRemoved: boolean;
};

/** Everything that is there in a round. */
export type Stage = {
  world: World;
  random: Random;
  server: Started;
  port: number;
  clients: readonly Client[];
  desks: readonly [Desk, ...Desk[]];
  /** When something was struck last, epoch ms: what would happen by itself begins anew. */
  struckAt: number;
  /** Labels that may be uncertain by now. */
  allowed: number;
  /** Lasting faults that are not over, each with what was wrong with the group meanwhile. */
  lasting: Promise<string>[];
  /** Homes of clients are put back and copied, too. */
  homes: boolean;
  /** People act on labels and printers, too. */
  people: boolean;
  /** Somebody may have had labels cancelled. */
  cancels: boolean;
  /** Labels the member had printed again, by number: how often, and how many of them were out at the last time. */
  again: Map<string, { times: number; before: number }>;
};

export const stopped = ({ printer }: Desk): boolean => {
  const { paperOut, ribbonOut, headUp } = printer.state();
  return paperOut || ribbonOut || headUp;
};

/** Printers that no fault keeps from printing. */
export const freeDesks = ({ desks }: Stage): Desk[] =>
  desks.filter(({ troubles }) => troubles === 0);

/** Labels that have not ended; `at`: of one printer. */
export const openCount = async ({ world }: Stage, at?: Desk): Promise<number> => {
  const row = await world.db.kysely
    .selectFrom('detail')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['queued', 'sending'])
    .$if(at !== undefined, (query) => query.where('printer_id', '=', at?.id ?? 0))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};
