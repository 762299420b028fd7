import type { CodePurpose } from '@yunbiao/contract';

/** A code for somebody. Neither it nor the whole of `to` may reach a log. */
export type CodeMessage = { to: string; code: string; purpose: CodePurpose; minutes: number };

/** A letter, written out. */
export type Letter = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** More headers: names as they are written. */
  headers?: Readonly<Record<string, string>>;
  /** The part of the Message-ID before the `@`; left out: a random one. */
  messageId?: string;
};

/** Nothing was sent, or nobody knows whether it was. The message is for people. */
export class SendFailure extends Error {
  override name = 'SendFailure';
  /**
   * `refused`: this address or text is not taken, and will not be · `later`: nothing was sent, another try may succeed ·
   * `unsure`: it may or may not have been sent.
   */
  readonly kind: 'refused' | 'later' | 'unsure';

  constructor(kind: SendFailure['kind'], words: string) {
    super(words);
    this.kind = kind;
  }
}

/** Sends codes one way. @throws SendFailure */
export type CodeSender = {
  /** In a demo: written into the terminal of the server. */
  isStandIn: boolean;
  /** Codes a day in all: what an attacker can make the site pay for. */
  dailyMax: number;
  sendCode: (message: CodeMessage) => Promise<void>;
};

export type Mailer = CodeSender & {
  /**
   * Sends a letter. `beforeContent` is done when all that could be refused without the letter's content has been
   * accepted, and before the first byte of that: what fails before it was not sent.
   */
  sendLetter: (letter: Letter, beforeContent?: () => Promise<void>) => Promise<void>;
};

/** Work that requests do not wait for, a few at a time; no more than so much waits. */
export type Outbox = {
  hasRoom: () => boolean;
  /** False when there is no room. */
  add: (job: () => Promise<void>) => boolean;
};

/** How members are reached beside the site; null: the site cannot. */
export type ContactSenders = { email: Mailer | null; phone: CodeSender | null; outbox: Outbox };
