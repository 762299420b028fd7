import type { Duplex } from 'node:stream';
import type { Change, Intent } from '../../ledger/ledger.ts';
import { listOpenLabels } from '../open-labels.ts';
import type { OpenLabel } from '../open-labels.ts';
import { floodView, viewOfStatus } from '../view.ts';
import type { Desk } from '../desk.ts';
import type { Dialect, Link, LinkEvents } from './link.ts';
import { createMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import { createManners } from './manners.ts';
import type { Manners } from './manners.ts';
import { SLOW_LABELS } from './timing.ts';
import type { Rested } from './machine/state.ts';
import { isIdle } from './status.ts';

/** Knowledge of the printer beyond one connection. */
export type Memory = {
  dialect: Dialect;
  manners: Manners;
  answersEarly: boolean;
  showsWork: boolean;
  /** Labels in a row that were never seen at work. */
  unseen: number;
  /** Labels in a row whose first answer took as long as paper. */
  slow: number;
  /** Labels in a row to which nothing was answered between their echoes. */
  together: number;
  counts: boolean | null;
  /** It gives back what stands around labels. */
  echoes: boolean;
  /** A label may have been under way when a connection ended, and nothing has ended what came out of it. */
  torn: boolean;
  /** How the last connection left it. */
  rested: Rested | null;
  /** Connections in a row that were given up because it sent too much, and until when it is left alone after them. */
  floods: { count: number; until: number };
};

const FLOOD_PAUSE_MS = { first: 5000, most: 60_000 };

/** Notes how a connection ended: one after which it is left alone for a while, or not. */
export const noteFlood = ({
  desk,
  memory,
  link,
}: Pick<Session, 'desk' | 'memory' | 'link'>): void => {
  if (!link.flooded()) {
    memory.floods.count = 0;
    return;
  }
  const pause = Math.min(FLOOD_PAUSE_MS.most, FLOOD_PAUSE_MS.first * 2 ** memory.floods.count);
  memory.floods = { count: memory.floods.count + 1, until: ticks() + pause };
  desk.show(floodView);
};

export const openMemory = (desk: Desk, dialect: Dialect): Memory => {
  const traits = desk.ledger.traits(desk.printer.localId);
  return {
    dialect,
    manners: createManners(traits.answers || desk.printer.counts !== undefined),
    answersEarly: traits.answersEarly,
    showsWork: false,
    unseen: 0,
    slow: dialect.answersAhead ? 0 : SLOW_LABELS,
    together: Infinity,
    counts: dialect.counts ?? desk.printer.counts ?? null,
    echoes: traits.echoes,
    // What an earlier process left behind is unknown.
    torn: true,
    rested: null,
    floods: { count: 0, until: -Infinity },
  };
};

/** A label whose intent is on the disk, on its way to its first byte. */
export type Begun = {
  intent: Intent;
  label: OpenLabel;
  bytes: Uint8Array;
  paper: ReturnType<Dialect['getPaperTime']>;
  /** Whether it may be begun; null: not known yet. */
  mayBegin: boolean | null;
  /** When that was said. */
  saidAt: number;
};

export type Session = {
  desk: Desk;
  memory: Memory;
  link: Link;
  machine: Machine;
  /** The machine's started labels, in its order, with their ids. */
  open: OpenLabel[];
  /** The next one, while it waits for the server. */
  next: Begun | null;
  /** Results not on the disk yet: written together with the next intent. */
  pending: Change[];
  greeted: boolean;
  /** When it was connected. */
  began: number;
  /** When there was last something to do. */
  busyAt: number;
};

/** A clock that cannot be set, ms. */
export const ticks = (): number => performance.now();

/** Notes what was learned about the printer. */
const learn = ({ desk, memory, machine, open }: Session): void => {
  const counts = machine.counts();
  if (counts !== null && counts !== memory.counts) {
    memory.counts = counts;
    desk.learned({ counts });
  }
  const { showsWork, unseen, slow, together, answersEarly } = machine.printer();
  Object.assign(memory, { showsWork, unseen, slow, together });
  if (answersEarly && !memory.answersEarly) {
    memory.answersEarly = true;
    desk.learned({ answersEarly: true });
  }
  if (machine.echoes() && !memory.echoes) {
    memory.echoes = true;
    desk.learned({ echoes: true });
  }
  machine.started().forEach((started, i) => {
    const label = open[i];
    if (!label || label.consumed || !started.consumed) return;
    label.consumed = true;
    desk.ledger.consumed(label, new Date(desk.now()).toISOString());
  });
};

const listEvents = (session: () => Session): LinkEvents => {
  const heard = (hear: (machine: Machine) => void): void => {
    hear(session().machine);
    learn(session());
    session().desk.signal.raise();
  };
  return {
    onStatus: (status) => {
      const { desk, memory, machine, open } = session();
      if (!memory.manners.known()) desk.learned({ answers: true });
      memory.manners.answered();
      heard(() => machine.status(ticks(), status));
      desk.show(viewOfStatus(status, machine.counter(), open.length > 0 || !isIdle(status)));
    },
    onCounter: (value) => heard((machine) => machine.value(ticks(), value)),
    onEcho: (place, wireMs) => heard((machine) => machine.echo(ticks(), place, wireMs)),
    onExtra: () => session().machine.extra(),
    onTruncated: () => session().machine.truncated(ticks()),
    onPart: () => session().machine.part(),
    onString: (isPart = false) => session().machine.sign(ticks(), isPart),
    onLost: () => session().desk.signal.raise(),
  };
};

/** The state a connection starts with. */
export const openSession = (desk: Desk, memory: Memory, socket: Duplex): Session => {
  const open = listOpenLabels(desk.ledger, desk.printer.localId);
  const { exclusive, wholeCounter } = desk.printer;
  const { answersEarly, showsWork, unseen, slow, together } = memory;
  const { answersAhead, tellsWork } = memory.dialect;
  const machine = createMachine({
    now: ticks(),
    printer: {
      exclusive,
      wholeCounter,
      answersEarly,
      answersAhead,
      tellsWork,
      showsWork,
      unseen,
      slow,
      together,
    },
    counts: memory.counts,
    rested: memory.rested,
    left: open.map(({ base, consumed, paperMs }) => ({ base, consumed, paperMs, seen: null })),
  });
  const session: Session = {
    desk,
    memory,
    link: memory.dialect.link(
      socket,
      listEvents(() => session),
    ),
    machine,
    open,
    next: null,
    pending: [],
    greeted: false,
    began: ticks(),
    busyAt: ticks(),
  };
  return session;
};
