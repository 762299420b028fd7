import type { CodePurpose } from '@yunbiao/contract';

/** A verification code to send. Neither the code nor the full `to` may be logged. */
export type CodeMessage = { to: string; code: string; purpose: CodePurpose; minutes: number };

export type Email = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Additional headers; keys are the header names as sent. */
  headers?: Readonly<Record<string, string>>;
  /** The part of the Message-ID before the `@`. Random by default. */
  messageId?: string;
};

/** The message was not sent, or the result is unknown. `message` is text for people. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  /**
   * `refused`: this address or text is rejected permanently · `later`: nothing was sent, a retry
   * may succeed · `unsure`: it is unknown whether the message was sent.
   */
  readonly kind: 'refused' | 'later' | 'unsure';

  constructor(kind: SendFailure['kind'], words: string) {
    super(words);
    this.kind = kind;
  }
}

/** Sends verification codes over one channel. @throws SendFailure */
export type CodeSender = {
  /** True in a demo: codes are written to the server's terminal. */
  isSimulated: boolean;
  /** Maximum number of codes per day over all members: limits the cost an attacker can cause. */
  dailyMax: number;
  sendCode: (message: CodeMessage) => Promise<void>;
};

export type Mailer = CodeSender & {
  /**
   * Sends an e-mail. `beforeContent` runs after the server has accepted everything except the
   * content, and before the first byte of the content. A failure before that point means that
   * nothing was sent.
   */
  sendLetter: (letter: Email, beforeContent?: () => Promise<void>) => Promise<void>;
};

/** Queue for work that requests do not wait for. Limited in concurrency and in length. */
export type Outbox = {
  hasRoom: () => boolean;
  /** Returns false when the queue is full. */
  add: (job: () => Promise<void>) => boolean;
};

/** Channels to reach members outside the site. Null: the channel is not configured. */
export type ContactSenders = { email: Mailer | null; phone: CodeSender | null; outbox: Outbox };
