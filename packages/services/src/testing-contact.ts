import type { ContactKind } from '@yunbiao/contract';
import type { CodeMessage, CodeSender, ContactSenders, Letter } from './contact-vendor.ts';

export type TestContact = ContactSenders & {
  /** Codes that were sent, in order. */
  sent: (CodeMessage & { kind: ContactKind })[];
  letters: Letter[];
  /** What the next codes and letters fail with; null: they are sent. */
  failure: Error | null;
  /** Does what waits in the outbox. */
  flush: () => Promise<void>;
  /** The code that was sent last. */
  lastCode: () => string;
};

/** Sends nothing, remembers everything; `most` jobs wait. */
export const contactForTest = ({
  dailyMax = 1_000,
  most = 100,
  isStandIn = false,
}: { dailyMax?: number; most?: number; isStandIn?: boolean } = {}): TestContact => {
  const jobs: (() => Promise<void>)[] = [];
  const sender = (kind: ContactKind): CodeSender => ({
    isStandIn,
    dailyMax,
    sendCode: (message) => {
      if (made.failure) return Promise.reject(made.failure);
      made.sent.push({ ...message, kind });
      return Promise.resolve();
    },
  });
  const made: TestContact = {
    sent: [],
    letters: [],
    failure: null,
    email: {
      ...sender('email'),
      sendLetter: async (letter, beforeContent) => {
        await beforeContent?.();
        if (made.failure) throw made.failure;
        made.letters.push(letter);
      },
    },
    phone: sender('phone'),
    outbox: {
      hasRoom: () => jobs.length < most,
      add: (job) => {
        if (jobs.length >= most) return false;
        jobs.push(job);
        return true;
      },
    },
    flush: async () => {
      for (const job of jobs.splice(0)) await job();
    },
    lastCode: () => made.sent.at(-1)?.code ?? '',
  };
  return made;
};
