import { existsSync } from 'node:fs';
import { isCommandLanguage } from '@yunbiao/contract/evidence';
import { readCupsServer } from '../../config.ts';
import { MEDIA_TYPES } from '../../document-format.ts';
import { UnreachableError, explainWhy } from '../../errors.ts';
import { LostAnswerError } from '../jobs/errors.ts';
import type { Silence } from '../jobs/errors.ts';
import type { Look, Spool } from '../jobs/job.ts';
import type { PrinterSettings } from '../../settings.ts';
import { openSocket } from '../socket.ts';
import type { Address, LocalAddress } from '../socket.ts';
import type { PrinterView } from '../view.ts';
import { createIpp } from './client.ts';
import { cupsPageAttributes } from './cups-page.ts';
import { getGroup, listGroups, readNumber, getText } from './decode.ts';
import type { Attributes, Value } from './decode.ts';
import { boolean, keyword, mime, name } from './encode.ts';
import { createJobs, isError, statusWord } from './jobs.ts';
import { getLook, STATE_ATTRIBUTES } from './printer.ts';
import type { Line } from './request.ts';
import { sendJob } from './submit.ts';
import { systemUser } from './target.ts';
import { GROUP, OPERATION, STATUS } from './tags.ts';

const SOCKETS = ['/run/cups/cups.sock', '/var/run/cups/cups.sock'];
const PORT = 631;

/** Where this machine's CUPS listens: as its own programs find it, `CUPS_SERVER` first. */
export const cupsAddress = (given: string): Address | LocalAddress => {
  if (given.startsWith('/')) return { path: given };
  if (given !== '') {
    const [, host = '', port] = /^(.*?)(?::(\d+))?(?:\/.*)?$/.exec(given) ?? [];
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? PORT) };
  }
  const path = SOCKETS.find((one) => existsSync(one));
  return path === undefined ? { host: '127.0.0.1', port: PORT } : { path };
};

const lineTo = (path: string, user: string): Line => {
  const address = cupsAddress(readCupsServer());
  return {
    open: () => openSocket(address, false),
    host: 'localhost',
    path,
    // Who is at the other end of a local socket the system knows: CUPS asks it, and believes this.
    headers: 'path' in address ? { Authorization: `PeerCred ${user}` } : {},
  };
};

const target = (path: string) => {
  const user = systemUser();
  // CUPS translates, where it can: only its English is the same everywhere, and understood below.
  const language = 'en' as const;
  return { line: lineTo(path, user), printerUri: `ipp://localhost${path}`, user, language };
};

export type CupsQueue = {
  name: string;
  info: string;
  model: string;
  deviceUri: string;
  state: Pick<PrinterView, 'state' | 'stateReasons'>;
  /** Dots an inch. */
  dpi: number[];
  /** What lies in it (`media-col-ready`), hundredths of a millimetre. */
  media: { x: number; y: number }[];
};

/** Sides of `media-col` (PWG 5100.3): of its `media-size`. */
const listSides = (value: Value): { x: number; y: number }[] => {
  if (typeof value !== 'object' || !('members' in value)) return [];
  const size = value.members.get('media-size')?.[0];
  if (typeof size !== 'object' || !('members' in size)) return [];
  const x = readNumber(size.members, 'x-dimension');
  const y = readNumber(size.members, 'y-dimension');
  return x === null || y === null ? [] : [{ x, y }];
};

const getDpi = (value: Value): number[] =>
  typeof value === 'object' && 'x' in value && value.x === value.y ? [value.x] : [];

/** The queues of this machine. @throws UnreachableError, LostAnswerError */
export const listQueues = async (): Promise<CupsQueue[]> => {
  const wanted = [
    'printer-name',
    'printer-info',
    'printer-make-and-model',
    'device-uri',
    'printer-resolution-supported',
    'media-col-ready',
    ...STATE_ATTRIBUTES,
  ];
  const answer = await createIpp(target('/')).ask(OPERATION.cupsGetPrinters, {
    about: [['requested-attributes', ...wanted.map(keyword)]],
  });
  if (answer.status === STATUS.notFound) return [];
  if (isError(answer)) throw new LostAnswerError(statusWord(answer));
  return listGroups(answer, GROUP.printer).map((queue) => ({
    name: getText(queue, 'printer-name') ?? '',
    info: getText(queue, 'printer-info') ?? '',
    model: getText(queue, 'printer-make-and-model') ?? '',
    deviceUri: getText(queue, 'device-uri') ?? '',
    state: getLook(queue, '').view,
    dpi: readResolutions(queue),
    media: (queue.get('media-col-ready') ?? []).flatMap(listSides),
  }));
};

const QUEUE_ONLY = '系统打印队列只说交给了打印机，不说印完没有';

/** What CUPS says of a queue that takes labels and cannot pass them on, each as it begins. */
const UNREACHABLE = [
  'The printer may not exist',
  'The printer is not responding',
  'The printer is unreachable',
  'The printer is not connected',
  'Unable to locate printer',
];

const withTrouble = (look: Look, message: string): Look =>
  look.view.state === 'processing' && UNREACHABLE.some((text) => message.startsWith(text))
    ? {
        ...look,
        view: {
          ...look.view,
          state: 'stopped',
          stateReasons: ['connecting-to-device'],
          stateText: '系统打印队列连不上打印机',
        },
      }
    : look;

/** A queue that draws at other resolutions puts our dots on a grid that is not theirs. */
const describeOtherGrid = (dpi: number, resolutions: readonly number[]): string =>
  `队列只按 ${resolutions.join('、')} dpi 出图，设的是 ${dpi} dpi，条码会变形；把打印机的分辨率改成一样的`;

const readResolutions = (printer: Attributes): number[] =>
  (printer.get('printer-resolution-supported') ?? []).flatMap(getDpi);

/** A queue of this machine's CUPS. It takes a job only as a whole, and tells no more than that it passed it on. */
export const createCupsSpool = (
  queue: string,
  { language, dpi }: Pick<PrinterSettings, 'language' | 'dpi'>,
): Spool => {
  const ipp = createIpp(target(`/printers/${encodeURIComponent(queue)}`));
  /** Null until it was asked for them; empty where it does not say. */
  let resolutions: number[] | null = null;
  const describeUsual = (): string =>
    isCommandLanguage(language) || !resolutions?.length || resolutions.includes(dpi)
      ? QUEUE_ONLY
      : describeOtherGrid(dpi, resolutions);
  const look = async (): Promise<Look> => {
    const wanted = [...STATE_ATTRIBUTES, 'printer-resolution-supported'];
    const answer = await ipp.ask(OPERATION.getPrinterAttributes, {
      about: [['requested-attributes', ...wanted.map(keyword)]],
    });
    if (answer.status === STATUS.notFound) return missing(queue);
    if (isError(answer)) throw new LostAnswerError(statusWord(answer));
    const printer = getGroup(answer, GROUP.printer);
    resolutions = readResolutions(printer);
    const message = getText(printer, 'printer-state-message') ?? '';
    return withTrouble(getLook(printer, describeUsual()), message);
  };
  return {
    ...createJobs(ipp, true),
    look,
    submit: async ({ name: jobName, bytes, page, onStart }) => {
      // A test label is sent without a look at how the queue is.
      if (page && !resolutions) await look();
      return sendJob(() =>
        ipp.ask(OPERATION.printJob, {
          about: [
            ['job-name', name(jobName)],
            ['ipp-attribute-fidelity', boolean(false)],
            ['document-format', mime(page ? MEDIA_TYPES[page.format] : 'application/vnd.cups-raw')],
          ],
          ...(page && { job: cupsPageAttributes(page, resolutions ?? []) }),
          document: bytes,
          onStart,
        }),
      );
    },
    close: () => undefined,
  };
};

const missing = (queue: string): Look => ({
  isReady: false,
  view: {
    state: 'stopped',
    stateReasons: ['other-error'],
    stateText: `这台电脑上没有叫 ${queue} 的打印队列`.slice(0, 200),
    counter: null,
  },
});

/** CUPS itself does not answer. */
export const silentCups = (why: Silence): PrinterView => ({
  state: 'stopped',
  stateReasons: ['connecting-to-device'],
  stateText:
    why instanceof UnreachableError
      ? `系统的打印服务 CUPS 没有开着${explainWhy(why.code === 'ECONNREFUSED' ? '' : why.code)}`
      : `系统的打印服务 CUPS ${why.message}`,
  counter: null,
});
