import type { Engine } from './engine.ts';
import { listAttributes, isOver, type Job } from './jobs.ts';
import type { Group, Request, Said } from './wire.ts';

export type Answer = { status: number; groups: Group[] };

const OPERATION = {
  printJob: 0x02,
  createJob: 0x05,
  sendDocument: 0x06,
  cancelJob: 0x08,
  getJobAttributes: 0x09,
  getJobs: 0x0a,
  getPrinterAttributes: 0x0b,
} as const;
const VALIDATE_JOB = 0x04;

/** Status codes (RFC 8011 §B.1). */
const OK = 0x0000;
const NOT_POSSIBLE = 0x0404;
const NOT_FOUND = 0x0406;
const NO_FORMAT = 0x040a;
const NO_ATTRIBUTES = 0x040b;
const NOT_SUPPORTED = 0x0501;
const NOT_ACCEPTING = 0x0506;
const BUSY = 0x0507;

const createAnswer = (status: number, ...groups: Group[]): Answer => ({ status, groups });
const createKeywords = (...list: string[]): Said[] => list.map((keyword) => ({ keyword }));
const getFirstAttribute = ({ attributes }: Request, name: string): string =>
  attributes.get(name)?.[0] ?? '';

const getMedia = (request: Request): Job['media'] => {
  const [x, y] = ['x', 'y'].map((axis) =>
    getFirstAttribute(request, `media-col/${axis}-dimension`),
  );
  return x && y ? { widthMm: Number(x) / 100, heightMm: Number(y) / 100 } : null;
};

const listPrinterAttributes = ({ options, ...engine }: Engine, isStopped: boolean): Group => ({
  tag: 0x04,
  attributes: {
    'printer-state': { enum: isStopped ? 5 : engine.isPrinting ? 4 : 3 },
    'printer-state-reasons': isStopped
      ? createKeywords(
          ...(engine.paperIn ? [] : ['media-empty-error']),
          ...(engine.paused ? ['paused'] : []),
        )
      : { keyword: 'none' },
    'printer-is-accepting-jobs': { boolean: engine.accepting },
    'operations-supported': [...Object.values(OPERATION), VALIDATE_JOB]
      .filter((item) => options.createsJobs || (item !== 0x05 && item !== 0x06))
      .map((value) => ({ enum: value })),
    'document-format-supported': options.formats.map((mime) => ({ mime })),
    'pwg-raster-document-resolution-supported': { resolution: options.dpi },
    'pwg-raster-document-type-supported': createKeywords('black_1', 'sgray_8'),
    'urf-supported': createKeywords('W8', `RS${options.dpi}`),
    'media-size-supported': options.sizes.map((size) => ({ size })),
    'print-scaling-supported': createKeywords('auto', 'none'),
    ...(options.server ? { 'printer-is-shared': { boolean: true } } : {}),
  },
});

const addJob = (engine: Engine, request: Request): Job =>
  engine.add(
    getFirstAttribute(request, 'job-name'),
    getFirstAttribute(request, 'requesting-user-name'),
    getMedia(request),
  );

/** Like CUPS's sample printer it does not print unknown media, even if it may ignore them. */
const hasMedia = ({ options }: Engine, media: Job['media']): boolean =>
  media === null ||
  options.sizes.some(([x, y]) => x === media.widthMm * 100 && y === media.heightMm * 100);

/** Executes a request and returns the response. */
export const carryOut = (engine: Engine, request: Request): Answer => {
  const { options } = engine;
  const format = getFirstAttribute(request, 'document-format');
  const toGroup = (job: Job): Group => ({ tag: 0x02, attributes: listAttributes(job, options) });
  const onJob = (list: readonly Job[], act: (job: Job) => Answer): Answer => {
    const job = list.find(({ id }) => id === Number(getFirstAttribute(request, 'job-id')));
    return job ? act(job) : createAnswer(NOT_FOUND);
  };
  const putJob = (job: Job): Answer => {
    if (!options.formats.includes(format)) return createAnswer(NO_FORMAT);
    engine.put(job, request.document, format);
    return createAnswer(OK, toGroup(job));
  };
  const admitRequest = (act: () => Answer): Answer => {
    if (!engine.accepting) return createAnswer(NOT_ACCEPTING);
    const isOpen = engine.jobs.some((job) => job.document === null && !isOver(job));
    if (options.isBusyWhileOpen && isOpen) return createAnswer(BUSY);
    return hasMedia(engine, getMedia(request)) ? act() : createAnswer(NO_ATTRIBUTES);
  };
  switch (request.operation) {
    case OPERATION.createJob:
      return admitRequest(() => createAnswer(OK, toGroup(addJob(engine, request))));
    case OPERATION.printJob:
      return admitRequest(() =>
        options.formats.includes(format)
          ? putJob(addJob(engine, request))
          : createAnswer(NO_FORMAT),
      );
    case OPERATION.sendDocument:
      return onJob(engine.jobs, (job) => (isOver(job) ? createAnswer(NOT_POSSIBLE) : putJob(job)));
    case OPERATION.cancelJob:
      return onJob(engine.jobs, (job) => {
        if (isOver(job)) return createAnswer(NOT_POSSIBLE);
        engine.cancel(job);
        return createAnswer(OK);
      });
    case OPERATION.getJobAttributes:
      return onJob(engine.told(), (job) => createAnswer(OK, toGroup(job)));
    case OPERATION.getJobs: {
      const wantsOver = getFirstAttribute(request, 'which-jobs') === 'completed';
      const found = engine.told().filter((job) => isOver(job) === wantsOver);
      return createAnswer(OK, ...found.map(toGroup));
    }
    case OPERATION.getPrinterAttributes:
      return createAnswer(OK, listPrinterAttributes(engine, engine.isStopped));
    default:
      return createAnswer(NOT_SUPPORTED);
  }
};
