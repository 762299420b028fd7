import { UnreachableError } from '../../errors.ts';
import { MEDIA_TYPES } from '../../document-format.ts';
import { isSilence, LostAnswerError } from '../jobs/errors.ts';
import type { Page } from '../queue.ts';
import type { Look, Spool, Submission, Submitted } from '../jobs/job.ts';
import { ABILITY_ATTRIBUTES } from './abilities.ts';
import type { Abilities } from './abilities.ts';
import type { Ipp } from './client.ts';
import { getGroup } from './decode.ts';
import type { Attributes } from './decode.ts';
import { boolean, integer, keyword, mime, name } from './encode.ts';
import type { SentAttributes } from './encode.ts';
import { createJobs, isError, statusWord } from './jobs.ts';
import { mediaFor } from './media.ts';
import { pageAttributes } from './page-attributes.ts';
import { getLook, STATE_ATTRIBUTES } from './printer.ts';
import { refusalWords, sendJob, readSubmitted } from './submit.ts';
import { GROUP, OPERATION } from './tags.ts';

export type PrinterSpool = {
  ipp: Ipp;
  read: (printer: Attributes) => Abilities;
  /** What it said that it can, each time it was asked. */
  onAbilities: (abilities: Abilities) => void;
  /** What is said of one that nothing is wrong with. */
  usual: () => string;
};

/** Said while its last page was one for which it knows no paper. */
const noPaper = ({ widthMm, heightMm }: Page): string =>
  `打印机没有 ${widthMm} × ${heightMm} mm 的纸，印在它自己选的纸上`;

const withAbilities = (look: Look, { way, why }: Abilities): Look =>
  way
    ? look
    : {
        isReady: false,
        view: { ...look.view, state: 'stopped', stateText: `印不了：${why}` },
      };

const getMime = ({ page }: Submission, { way }: Abilities): string => {
  if (page) return MEDIA_TYPES[page.format];
  return way?.kind === 'commands' ? way.mime : 'application/octet-stream';
};

/** Jobs of ours that were made and are given no document: they are in the way of others until the printer gives them up. */
const createLeftovers = (ipp: Ipp) => {
  const ids = new Set<number>();
  return {
    add: (id: number) => void ids.add(id),
    /** Cancels them; whether each is over by then is the printer's business, once it has answered. */
    cancel: async (): Promise<void> => {
      try {
        for (const id of ids) {
          await ipp.ask(OPERATION.cancelJob, { about: [['job-id', integer(id)]] });
          ids.delete(id);
        }
      } catch (error) {
        if (!isSilence(error)) throw error;
      }
    },
  };
};
type Leftovers = ReturnType<typeof createLeftovers>;

/** A job first, then its document: as long as that has not been sent, nothing can come out. */
const createAndSend = async (
  { ipp, leftovers }: { ipp: Ipp; leftovers: Leftovers },
  {
    jobName,
    job,
    about,
    document,
    onStart,
  }: {
    jobName: SentAttributes;
    job: SentAttributes;
    about: SentAttributes;
    document: Uint8Array;
    onStart: (() => void) | undefined;
  },
): Promise<Submitted> => {
  const created = await sendJob(() => ipp.ask(OPERATION.createJob, { about: jobName, job }));
  if (created.kind !== 'accepted') return { kind: 'refused', why: created.why };
  const { id } = created;
  /** Nothing of the label was sent, or it was turned away. */
  const refused = async (why: string): Promise<Submitted> => {
    leftovers.add(id);
    await leftovers.cancel();
    return { kind: 'refused', why };
  };
  try {
    const answer = await ipp.ask(OPERATION.sendDocument, {
      about: [['job-id', integer(id)], ['last-document', boolean(true)], ...about],
      document,
      onStart,
    });
    const submitted = readSubmitted(answer, id);
    return submitted.kind === 'refused' ? await refused(refusalWords(answer)) : submitted;
  } catch (error) {
    if (!isSilence(error)) throw error;
    if (error instanceof UnreachableError) return refused(error.message);
    return { kind: 'lost', id, why: error.why };
  }
};

/** A printer that speaks IPP itself. */
export const createPrinterSpool = ({ ipp, read, onAbilities, usual }: PrinterSpool): Spool => {
  const jobs = createJobs(ipp, false);
  const leftovers = createLeftovers(ipp);
  let abilities: Abilities | null = null;
  let oddPage: Page | null = null;
  const look = async (): Promise<Look> => {
    const answer = await ipp.ask(OPERATION.getPrinterAttributes, {
      about: [
        ['requested-attributes', ...[...STATE_ATTRIBUTES, ...ABILITY_ATTRIBUTES].map(keyword)],
      ],
    });
    if (isError(answer)) throw new LostAnswerError(statusWord(answer));
    const printer = getGroup(answer, GROUP.printer);
    // It answers: so it may hear what it did not hear before.
    await leftovers.cancel();
    abilities = read(printer);
    onAbilities(abilities);
    return withAbilities(getLook(printer, oddPage ? noPaper(oddPage) : usual()), abilities);
  };
  /** What its words mean has to be known before they are taken for anything. */
  const known = async (): Promise<Abilities> => {
    if (!abilities) await look();
    if (!abilities) throw new LostAnswerError('');
    return abilities;
  };
  return {
    look,
    find: async (jobName) => {
      await known();
      return jobs.find(jobName);
    },
    job: async (id, jobName) => {
      await known();
      return jobs.job(id, jobName);
    },
    cancel: jobs.cancel,
    submit: async (submission) => {
      const can = await known();
      // A test label is sent without a look at how the printer is: it must not get what it does not take.
      if (!can.way) return { kind: 'refused', why: can.why };
      const jobName: SentAttributes = [
        ['job-name', name(submission.name)],
        ['ipp-attribute-fidelity', boolean(false)],
      ];
      const about: SentAttributes = [['document-format', mime(getMime(submission, can))]];
      const { page, onStart } = submission;
      const job = page ? pageAttributes(page, can) : [];
      oddPage = page && !mediaFor(page, can.media) ? page : null;
      const document = submission.bytes;
      return can.createsJobs && !submission.inOne
        ? createAndSend({ ipp, leftovers }, { jobName, job, about, document, onStart })
        : sendJob(() =>
            ipp.ask(OPERATION.printJob, { about: [...jobName, ...about], job, document, onStart }),
          );
    },
    close: () => undefined,
  };
};
