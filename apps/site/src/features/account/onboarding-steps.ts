import { hasProgramForOperatingSystem, type DownloadFile } from '../../kit/software/files.ts';
import { type Batch, type Client, isSampleClient, type Overview } from './overview-data.ts';

/** True when the member of a demo has no client other than the sample ones. */
export const hasOnlySampleClients = (clients: readonly Client[], isDemo: boolean): boolean =>
  isDemo && clients.length > 0 && clients.every(isSampleClient);

/** Progress of the member on the print page of this tab. */
export type PrintProgress = { isPicked: boolean; isFilled: boolean };

export type Step = {
  key: 'pick' | 'fill' | 'virtual' | 'real';
  title: string;
  isDone: boolean;
};

export type Onboarding = {
  /** Empty when all steps are done. */
  steps: readonly Step[];
  /** A label was printed or sent: sample batches of a demo do not count. */
  hasPrinted: boolean;
  /** The virtual client, whose roll can be shown. */
  virtualClient: Client | undefined;
  /** A client on a machine of the member's own, with or without printers. */
  realClient: Client | undefined;
};

type OwnBatches = { hasBatch: boolean; hasPrinted: boolean; hasPrintedVirtually: boolean };

const hasPrintedLabels = ({ counts }: Batch): boolean => counts.printed + counts.sent > 0;

const listPrinterIds = (clients: readonly Client[]): ReadonlySet<string> =>
  new Set(clients.flatMap(({ printers }) => printers.map(({ id }) => id)));

/** Batches that are no samples of a demo. Of a member with more batches than listed, all count. */
const summarizeBatchesWithoutSamples = (
  { clients, batches }: Overview,
  isDemo: boolean,
): OwnBatches => {
  const samplePrinters = listPrinterIds(
    clients.list.filter((client) => isDemo && isSampleClient(client)),
  );
  const hasSamples = samplePrinters.size > 0;
  if (!hasSamples && batches.total > batches.list.length)
    return { hasBatch: true, hasPrinted: true, hasPrintedVirtually: true };
  const ownBatches = hasSamples
    ? batches.list.filter(({ printerId }) => printerId !== null && !samplePrinters.has(printerId))
    : batches.list;
  const printed = ownBatches.filter(hasPrintedLabels);
  const virtualPrinters = listPrinterIds(clients.list.filter(({ virtual }) => virtual));
  return {
    hasBatch: ownBatches.length > 0,
    hasPrinted: printed.length > 0,
    hasPrintedVirtually: printed.some(
      ({ printerId }) => printerId !== null && virtualPrinters.has(printerId),
    ),
  };
};

/** Steps from choosing a label to the member's own printer. */
export const computeOnboarding = (
  data: Overview,
  { isDemo, progress }: { isDemo: boolean; progress: PrintProgress },
): Onboarding => {
  const ownClients = data.clients.list.filter((client) => !isDemo || !isSampleClient(client));
  const { hasBatch, hasPrinted, hasPrintedVirtually } = summarizeBatchesWithoutSamples(
    data,
    isDemo,
  );
  const virtualClient = ownClients.find(({ virtual }) => virtual);
  const realClients = ownClients.filter(({ virtual }) => !virtual);
  const hasRealPrinter = realClients.some(({ printers }) => printers.length > 0);
  // Where no virtual printer is offered any more, a former one can only be looked at.
  const hasVirtualStep =
    data.stat.virtualOffered || (virtualClient !== undefined && hasPrintedVirtually);
  const steps: Step[] = [
    { key: 'pick', title: '挑一张标签', isDone: hasBatch || progress.isPicked },
    { key: 'fill', title: '填字，或者打开 Excel', isDone: hasBatch || progress.isFilled },
    ...(hasVirtualStep
      ? [{ key: 'virtual', title: '在虚拟打印机上看', isDone: hasPrintedVirtually } as const]
      : []),
    { key: 'real', title: '接上真打印机', isDone: hasRealPrinter },
  ];
  // With labels from an own printer, the virtual one has nothing left to show.
  const hasArrived = hasPrinted && hasRealPrinter;
  return {
    steps: hasArrived || steps.every(({ isDone }) => isDone) ? [] : steps,
    hasPrinted,
    virtualClient,
    realClient: realClients[0],
  };
};

/**
 * What connects a printer: the printers of a paired client, a download of the client, or its pairing
 * code where there is nothing to download.
 */
export type RealAct = 'printers' | 'download' | 'pair';

export const chooseRealPrinterAction = (
  realClient: Onboarding['realClient'],
  files: readonly Pick<DownloadFile, 'platform'>[],
): RealAct => {
  if (realClient) return 'printers';
  return hasProgramForOperatingSystem(files) ? 'download' : 'pair';
};

const COUNTS = ['', '一', '两', '三', '四'];

/**
 * How many steps are left to the first label. The own printer is none of them where there is a
 * virtual one.
 */
export const describeFirstSteps = (steps: Onboarding['steps']): string => {
  const hasVirtual = steps.some(({ key }) => key === 'virtual');
  const neededSteps = steps.filter(({ key }) => !hasVirtual || key !== 'real');
  const stepsLeft = neededSteps.filter(({ isDone }) => !isDone).length;
  const stillPrefix = stepsLeft < neededSteps.length ? '还差' : '';
  return `${stillPrefix}${COUNTS[stepsLeft]}步打印出第一张${hasVirtual ? '，没有打印机也行' : ''}。`;
};
