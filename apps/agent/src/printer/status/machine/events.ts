import type { LabelResult } from '../../open-labels.ts';
import type { EchoPlace } from '../echo.ts';
import type { PrinterStatus } from '../status.ts';
import type { PaperTime } from '../timing.ts';

/** A label that has been sent. `base`: counter value before it. */
export type SentLabel = { base: number | null; paper: PaperTime };

/** An event on a connection, with its time, ms. `counter`: the counter was queried, too. */
export type Event = { now: number } & (
  | { name: 'question sent'; counter: boolean }
  /** A label with a query after it. */
  | { name: 'label sent'; label: SentLabel; counter: boolean }
  | { name: 'status'; status: PrinterStatus }
  | { name: 'counter'; value: number | null }
  /** The printer returned an echo. `wireMs`: transfer time of the label's bytes. */
  | { name: 'echo'; place: EchoPlace; wireMs: number }
  /** An answer without a query. */
  | { name: 'extra' }
  /** An answer ended incomplete: its query counts as answered, without information. */
  | { name: 'truncated' }
  /** The printer will not answer queries before the last one any further. */
  | { name: 'part' }
  /** A string of an answer. `isPart`: more strings must follow. */
  | { name: 'string'; isPart: boolean }
  /** Time to act. `work`: a label waits to be started. */
  | { name: 'tick'; work: boolean }
);

export type EventName = Event['name'];

/** Next step of the driver. */
export type Step =
  | { do: 'settle'; settled: LabelResult[] }
  /** A label may be started. `base`: counter value before it. */
  | { do: 'start'; base: number | null }
  | { do: 'ask'; counter: boolean }
  /** The printer does not answer: it is stopped or uses another language. */
  | { do: 'silent' }
  /** This connection can give no more information: open a new one. */
  | { do: 'renew' }
  /** Wait for an answer, at most `ms`. */
  | { do: 'wait'; ms: number };
