import type { Settled } from '../../open-labels.ts';
import type { EchoPlace } from '../echo.ts';
import type { PrinterStatus } from '../status.ts';
import type { PaperTime } from '../timing.ts';

/** A label that has been sent; `base`: its place on the counter. */
export type SentLabel = { base: number | null; paper: PaperTime };

/** What happens on a connection, each with its time, ms. `counter`: the counter was asked for, too. */
export type Event = { now: number } & (
  | { name: 'question sent'; counter: boolean }
  /** A label, and a question behind it. */
  | { name: 'label sent'; label: SentLabel; counter: boolean }
  | { name: 'status'; status: PrinterStatus }
  | { name: 'counter'; value: number | null }
  /** It gave back what stood there. `wireMs`: what the bytes of the label alone take. */
  | { name: 'echo'; place: EchoPlace; wireMs: number }
  /** An answer came that was not asked for. */
  | { name: 'extra' }
  /** An answer ended before it was whole: its question is answered, and tells nothing. */
  | { name: 'truncated' }
  /** All questions but the last are answered, as far as it answers such. */
  | { name: 'part' }
  /** A string of an answer came. `isPart`: others of it must follow. */
  | { name: 'string'; isPart: boolean }
  /** It is time to do something. `work`: a label waits to be started. */
  | { name: 'tick'; work: boolean }
);

export type EventName = Event['name'];

/** What the driver does next. */
export type Step =
  | { do: 'settle'; settled: Settled[] }
  /** A label may be started; `base` is its place on the counter. */
  | { do: 'start'; base: number | null }
  | { do: 'ask'; counter: boolean }
  /** It does not answer: it is stopped, or does not speak the language. */
  | { do: 'silent' }
  /** Nothing more can be learned over this connection: open a new one. */
  | { do: 'renew' }
  /** Do nothing until an answer comes or `ms` have passed. */
  | { do: 'wait'; ms: number };
