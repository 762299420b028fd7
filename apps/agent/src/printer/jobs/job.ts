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

/** A job as the queue or the printer that has it tells of it. */
export type Job = {
  id: number;
  state: JobState;
  /** Keywords of RFC 8011 §5.3.8. */
  reasons: readonly string[];
  /** Sides or sheets that came out so far; null: it does not say. */
  printed: number | null;
  /** Whether it was ever begun; null: it does not say. */
  begun: boolean | null;
  /** Documents it was given (RFC 8011 §5.3.12); null: it does not say. */
  documents: number | null;
  /** There are only jobs there that came as a whole. */
  isWhole: boolean;
};

/** How a queue or a printer is. */
export type Look = {
  view: PrinterView;
  /** It takes a label now and goes to work on it. */
  isReady: boolean;
};

/** A label on its way into a queue. */
export type Submission = {
  /** Nobody else's, in no other queue, and of one attempt. */
  name: string;
  bytes: Uint8Array;
  /** Null: the bytes are commands of the printer's own language. */
  page: Page | null;
  /** The job with its document, where there is a choice: nobody looks after one that this process leaves without. */
  inOne?: true;
  /** Called right before anything of the label can come out: its first byte is sent next, or its job is made. */
  onStart?: () => void;
};

export type Submitted =
  | { kind: 'accepted'; id: number }
  /** It said no, and why: there is no such job. */
  | { kind: 'refused'; why: string }
  /** Nobody knows whether there is one. */
  | { kind: 'lost'; id: number | null; why: string };

/** What takes labels as jobs: a queue of the system, or a printer that speaks IPP. */
export type Spool = {
  /** @throws UnreachableError, LostAnswerError */
  look: () => Promise<Look>;
  /** `lost` where the answer is. @throws UnreachableError when no byte of the label was sent */
  submit: (submission: Submission) => Promise<Submitted>;
  /** The jobs of this name: none, or one. @throws UnreachableError, LostAnswerError */
  find: (name: string) => Promise<Job[]>;
  /** The job of this number, if it has this name; null: there is none. @throws UnreachableError, LostAnswerError */
  job: (id: number, name: string) => Promise<Job | null>;
  /** Asks for the job not to be printed. Whether that worked, its state tells. */
  cancel: (id: number) => Promise<void>;
  close: () => void;
};
