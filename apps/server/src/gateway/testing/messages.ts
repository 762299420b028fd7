import { GATEWAY_VERSION } from '@yunbiao/contract/gateway/gateway';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';

type Message<T extends AgentMessage['type']> = Extract<AgentMessage, { type: T }>;
type Report = Message<'reports'>['reports'][number];
type Found = Message<'found'>['printers'][number];

const AT = '2026-11-21T02:00:00.000Z';

/** `count` printer ids: `p0`, `p1`, … */
export const listLocalIds = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `p${n}`);

export const makeHello = (localIds: readonly string[], ledgerId = 'ledger-of-the-agent') =>
  ({
    type: 'hello',
    version: GATEWAY_VERSION,
    agentVersion: '0.1.0',
    machineName: '3 号仓',
    system: 'Linux',
    ledgerId,
    ledgerSeq: 0,
    held: [],
    printers: localIds.map((localId) => ({
      localId,
      name: `${localId} 号`,
      language: 'zpl',
      dpi: 203,
      exclusive: false,
      evidence: ['consumed', 'printer-idle'],
    })),
  }) satisfies Message<'hello'>;

export const makeState = (
  localId: string,
  counter = 0,
  state: Partial<Message<'printer'>> = {},
): Message<'printer'> => ({
  type: 'printer',
  localId,
  state: 'idle',
  stateReasons: [],
  stateText: '',
  counter,
  ...state,
});

/** A report of a printed label, unless `ends` changes it. */
export const makeReport = (
  { detailId, attempt, fence }: Pick<Report, 'detailId' | 'attempt' | 'fence'>,
  ends: Partial<Report> = {},
): Report => ({
  detailId,
  attempt,
  fence,
  state: 'printed',
  evidence: 'printer-idle',
  reason: '',
  counterFrom: null,
  counterTo: null,
  at: AT,
  ...ends,
});

export const makeReports = (reports: Report[], seq = 1): Message<'reports'> => ({
  type: 'reports',
  seq,
  reports,
});

/** `count` reports of labels that do not exist. */
export const makeUnknownReports = (count: number, seq = 1, reason = ''): Message<'reports'> =>
  makeReports(
    Array.from({ length: count }, (_, n) =>
      makeReport({ detailId: String(900_000_000 + n), attempt: 1, fence: 1 }, { reason }),
    ),
    seq,
  );

export const makeFoundPrinter = (id: string, found: Partial<Found> = {}): Found => ({
  id,
  name: '一'.repeat(400),
  kind: 'tcp',
  where: '192.168.1.50:9100',
  also: [],
  model: '',
  usable: true,
  language: 'zpl',
  dpi: 203,
  state: 'idle',
  stateReasons: [],
  media: [],
  localId: null,
  movedFrom: null,
  ...found,
});

/** `count` discovered printers with long names. */
export const makeFound = (count: number, found: Partial<Found> = {}): Message<'found'> => ({
  type: 'found',
  addresses: [],
  printers: Array.from({ length: count }, (_, n) =>
    makeFoundPrinter(n.toString(16).padStart(16, '0'), found),
  ),
});
