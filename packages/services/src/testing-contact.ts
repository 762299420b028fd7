import type { ContactKind } from '@yunbiao/contract';
import type { CodeMessage, CodeSender, ContactSenders, Email } from './platform/contact-vendor.ts';

export type TestContact = ContactSenders & {
  /** Sent codes, in order. */
  sent: (CodeMessage & { kind: ContactKind })[];
  letters: Email[];
  /** Error for the next codes and letters; null: they are sent. */
  failure: Error | null;
  /** Runs the jobs waiting in the outbox. */
  flush: () => Promise<void>;
  /** The last code sent. */
  getLastCode: () => string;
};

/** Stores codes and letters instead of sending them; the outbox holds at most `most` jobs. */
export const createTestContact = ({
  dailyMax = 1_000,
  most = 100,
  isStandIn = false,
}: { dailyMax?: number; most?: number; isStandIn?: boolean } = {}): TestContact => {
  const jobs: (() => Promise<void>)[] = [];
  const createSender = (kind: ContactKind): CodeSender => ({
    isSimulated: isStandIn,
    dailyMax,
    sendCode: (message) => {
      if (testContact.failure) return Promise.reject(testContact.failure);
      testContact.sent.push({ ...message, kind });
      return Promise.resolve();
    },
  });
  const testContact: TestContact = {
    sent: [],
    letters: [],
    failure: null,
    email: {
      ...createSender('email'),
      sendLetter: async (letter, beforeContent) => {
        await beforeContent?.();
        if (testContact.failure) throw testContact.failure;
        testContact.letters.push(letter);
      },
    },
    phone: createSender('phone'),
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
    getLastCode: () => testContact.sent.at(-1)?.code ?? '',
  };
  return testContact;
};
