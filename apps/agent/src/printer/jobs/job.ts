import type { Page } from '../queue.ts';
import type { PrinterView } from '../view.ts';

/** States of RFC 8011 §5.3.7. */
export type JobState =
  | 'pending'
  | 'pending-held'
  | 'processing'
  | 'processing-stopped'
  | 'canceled'
  | 'aborted'
  | 'completed';

/** A job as its queue or printer reports it. */
export type Job = {
  id: number;
  state: JobState;
  /** Keywords of RFC 8011 §5.3.8. */
  reasons: readonly string[];
  /** Pages or sheets printed so far; null when not reported. */
  printedCount: number | null;
  /** Whether it was ever started; null when not reported. */
  wasStarted: boolean | null;
  /** Number of documents (RFC 8011 §5.3.12); null when not reported. */
  documentCount: number | null;
  /** The spool accepts only complete jobs. */
  isComplete: boolean;
};

export type SpoolState = {
  view: PrinterView;
  /** The printer accepts and prints a label now. */
  isReady: boolean;
};

/** A label to submit to a queue. */
export type Submission = {
  /** Unique for all clients, queues and attempts. */
  name: string;
  bytes: Uint8Array;
  /** Null when the bytes are printer commands. */
  page: Page | null;
  /**
   * Sends job and document in one request if possible, because nothing cleans up a job without a
   * document later.
   */
  singleRequest?: true;
  /**
   * Called immediately before any part of the label can print: before the first byte, or before the
   * job is created.
   */
  onStart?: () => void;
};

export type Submitted =
  | { kind: 'accepted'; id: number }
  /** Rejected, with the reason: there is no such job. */
  | { kind: 'refused'; why: string }
  /** The answer was lost: it is unknown whether the job exists. */
  | { kind: 'lost'; id: number | null; why: string };

/** A system queue or an IPP printer that accepts labels as jobs. */
export type Spool = {
  /** Queries the state. Throws UnreachableError, LostAnswerError. */
  inspect: () => Promise<SpoolState>;
  /**
   * Submits a label; `lost` when the answer is lost. Throws UnreachableError when no byte was sent.
   */
  submit: (submission: Submission) => Promise<Submitted>;
  /** Finds jobs by name: none or one. Throws UnreachableError, LostAnswerError. */
  findByName: (name: string) => Promise<Job[]>;
  /**
   * Finds a job by number if it has this name; null when there is none. Throws UnreachableError,
   * LostAnswerError.
   */
  findById: (id: number, name: string) => Promise<Job | null>;
  /** Requests cancellation. The job's state shows the result. */
  cancel: (id: number) => Promise<void>;
  close: () => void;
};
