import { existsSync } from 'node:fs';
import { isCommandLanguage } from '@yunbiao/contract/evidence';
import { readCupsServer } from '../../config.ts';
import { MEDIA_TYPES } from '../../document-format.ts';
import { UnreachableError, formatErrorCode } from '../../errors.ts';
import { LostAnswerError } from '../jobs/errors.ts';
import type { NoAnswerError } from '../jobs/errors.ts';
import type { SpoolState, Spool } from '../jobs/job.ts';
import type { PrinterSettings } from '../../settings.ts';
import { openSocket } from '../socket.ts';
import type { Address, LocalAddress } from '../socket.ts';
import type { PrinterView } from '../view.ts';
import { createIppClient } from './client.ts';
import { buildCupsPageAttributes } from './cups-page.ts';
import {
  getAttributeGroup,
  listAttributeGroups,
  getNumberAttribute,
  getTextAttribute,
} from './decode.ts';
import type { Attributes, Value } from './decode.ts';
import { tagBoolean, tagKeyword, tagMime, tagNameValue } from './encode.ts';
import { createIppJobQueries, isIppErrorResponse, formatStatusCode } from './jobs.ts';
import { convertAttributesToSpoolState, STATE_ATTRIBUTES } from './printer-state.ts';
import type { IppEndpoint } from './request.ts';
import { submitIppJob } from './submit.ts';
import { getSystemUser } from './target.ts';
import { GROUP, OPERATION, STATUS } from './constants.ts';

const SOCKETS = ['/run/cups/cups.sock', '/var/run/cups/cups.sock'];
const PORT = 631;

/** Resolves the address of this machine's CUPS like its own programs do, `CUPS_SERVER` first. */
export const resolveCupsAddress = (configuredServer: string): Address | LocalAddress => {
  if (configuredServer.startsWith('/')) return { path: configuredServer };
  if (configuredServer !== '') {
    const [, host = '', port] = /^(.*?)(?::(\d+))?(?:\/.*)?$/.exec(configuredServer) ?? [];
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? PORT) };
  }
  const path = SOCKETS.find((socketPath) => existsSync(socketPath));
  return path === undefined ? { host: '127.0.0.1', port: PORT } : { path };
};

const createCupsEndpoint = (path: string, user: string): IppEndpoint => {
  const address = resolveCupsAddress(readCupsServer());
  return {
    open: () => openSocket(address, false),
    host: 'localhost',
    path,
    // The system knows the peer of a local socket. CUPS queries it and trusts this header.
    headers: 'path' in address ? { Authorization: `PeerCred ${user}` } : {},
  };
};

const createCupsTarget = (path: string) => {
  const user = getSystemUser();
  // CUPS localizes messages. Its English is the same everywhere and is parsed below.
  const language = 'en' as const;
  return {
    endpoint: createCupsEndpoint(path, user),
    printerUri: `ipp://localhost${path}`,
    user,
    language,
  };
};

export type CupsQueue = {
  name: string;
  info: string;
  model: string;
  deviceUri: string;
  state: Pick<PrinterView, 'state' | 'stateReasons'>;
  /** Resolutions, dpi. */
  dpi: number[];
  /** Loaded media (`media-col-ready`), hundredths of a millimetre. */
  media: { x: number; y: number }[];
};

/** Reads the sides of `media-col` (PWG 5100.3) from its `media-size`. */
const listSides = (value: Value): { x: number; y: number }[] => {
  if (typeof value !== 'object' || !('members' in value)) return [];
  const size = value.members.get('media-size')?.[0];
  if (typeof size !== 'object' || !('members' in size)) return [];
  const x = getNumberAttribute(size.members, 'x-dimension');
  const y = getNumberAttribute(size.members, 'y-dimension');
  return x === null || y === null ? [] : [{ x, y }];
};

const listResolutionDpi = (value: Value): number[] =>
  typeof value === 'object' && 'x' in value && value.x === value.y ? [value.x] : [];

/** Lists the queues of this machine. Throws UnreachableError, LostAnswerError. */
export const listCupsQueues = async (): Promise<CupsQueue[]> => {
  const attributeNames = [
    'printer-name',
    'printer-info',
    'printer-make-and-model',
    'device-uri',
    'printer-resolution-supported',
    'media-col-ready',
    ...STATE_ATTRIBUTES,
  ];
  const answer = await createIppClient(createCupsTarget('/')).sendRequest(
    OPERATION.cupsGetPrinters,
    {
      operationAttributes: [['requested-attributes', ...attributeNames.map(tagKeyword)]],
    },
  );
  if (answer.status === STATUS.notFound) return [];
  if (isIppErrorResponse(answer)) throw new LostAnswerError(formatStatusCode(answer));
  return listAttributeGroups(answer, GROUP.printer).map((queue) => ({
    name: getTextAttribute(queue, 'printer-name') ?? '',
    info: getTextAttribute(queue, 'printer-info') ?? '',
    model: getTextAttribute(queue, 'printer-make-and-model') ?? '',
    deviceUri: getTextAttribute(queue, 'device-uri') ?? '',
    state: convertAttributesToSpoolState(queue, '').view,
    dpi: readResolutions(queue),
    media: (queue.get('media-col-ready') ?? []).flatMap(listSides),
  }));
};

const FORWARDED_ONLY_TEXT = '系统打印队列只说交给了打印机，不说是否打印完成';

/** Prefixes of CUPS messages for a queue that accepts labels but cannot reach its printer. */
const UNREACHABLE_MESSAGES = [
  'The printer may not exist',
  'The printer is not responding',
  'The printer is unreachable',
  'The printer is not connected',
  'Unable to locate printer',
];

const stopViewOfUnreachablePrinter = (state: SpoolState, message: string): SpoolState =>
  state.view.state === 'processing' && UNREACHABLE_MESSAGES.some((text) => message.startsWith(text))
    ? {
        ...state,
        view: {
          ...state.view,
          state: 'stopped',
          stateReasons: ['connecting-to-device'],
          stateText: '系统打印队列连不上打印机',
        },
      }
    : state;

/** A queue that renders at other resolutions resamples our dots to another grid. */
const describeResolutionMismatch = (dpi: number, resolutions: readonly number[]): string =>
  `队列只按 ${resolutions.join('、')} dpi 出图，设的是 ${dpi} dpi，条码会变形；把打印机的分辨率改成一样的`;

const readResolutions = (printer: Attributes): number[] =>
  (printer.get('printer-resolution-supported') ?? []).flatMap(listResolutionDpi);

/**
 * Creates the spool of a local CUPS queue. CUPS accepts only complete jobs, and reports only that
 * it forwarded them.
 */
export const createCupsSpool = (
  queue: string,
  { language, dpi }: Pick<PrinterSettings, 'language' | 'dpi'>,
): Spool => {
  const ipp = createIppClient(createCupsTarget(`/printers/${encodeURIComponent(queue)}`));
  /** Null before the first query; empty when the queue does not report any. */
  let resolutions: number[] | null = null;
  const describeNormalQueue = (): string =>
    isCommandLanguage(language) || !resolutions?.length || resolutions.includes(dpi)
      ? FORWARDED_ONLY_TEXT
      : describeResolutionMismatch(dpi, resolutions);
  const inspectQueue = async (): Promise<SpoolState> => {
    const attributeNames = [...STATE_ATTRIBUTES, 'printer-resolution-supported'];
    const answer = await ipp.sendRequest(OPERATION.getPrinterAttributes, {
      operationAttributes: [['requested-attributes', ...attributeNames.map(tagKeyword)]],
    });
    if (answer.status === STATUS.notFound) return createMissingQueueState(queue);
    if (isIppErrorResponse(answer)) throw new LostAnswerError(formatStatusCode(answer));
    const printer = getAttributeGroup(answer, GROUP.printer);
    resolutions = readResolutions(printer);
    const message = getTextAttribute(printer, 'printer-state-message') ?? '';
    return stopViewOfUnreachablePrinter(
      convertAttributesToSpoolState(printer, describeNormalQueue()),
      message,
    );
  };
  return {
    ...createIppJobQueries(ipp, true),
    inspect: inspectQueue,
    submit: async ({ name: jobName, bytes, page, onStart }) => {
      // A test label is sent without a status query before it.
      if (page && !resolutions) await inspectQueue();
      return submitIppJob(() =>
        ipp.sendRequest(OPERATION.printJob, {
          operationAttributes: [
            ['job-name', tagNameValue(jobName)],
            ['ipp-attribute-fidelity', tagBoolean(false)],
            [
              'document-format',
              tagMime(page ? MEDIA_TYPES[page.format] : 'application/vnd.cups-raw'),
            ],
          ],
          ...(page && { jobAttributes: buildCupsPageAttributes(page, resolutions ?? []) }),
          document: bytes,
          onStart,
        }),
      );
    },
    close: () => undefined,
  };
};

const createMissingQueueState = (queue: string): SpoolState => ({
  isReady: false,
  view: {
    state: 'stopped',
    stateReasons: ['other-error'],
    stateText: `这台电脑上没有叫 ${queue} 的打印队列`.slice(0, 200),
    counter: null,
  },
});

/** View of a queue when CUPS does not answer. */
export const createUnansweredCupsView = (noAnswerError: NoAnswerError): PrinterView => ({
  state: 'stopped',
  stateReasons: ['connecting-to-device'],
  stateText:
    noAnswerError instanceof UnreachableError
      ? `系统的打印服务 CUPS 没有开着${formatErrorCode(noAnswerError.code === 'ECONNREFUSED' ? '' : noAnswerError.code)}`
      : `系统的打印服务 CUPS ${noAnswerError.message}`,
  counter: null,
});
