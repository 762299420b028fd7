import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';

/**
 * Costs charged to a member's work budget. One unit is about 0.1 ms CPU of this process (`npm run
 * bench -- budget`).
 */
export const WORK_COSTS = {
  /** Upgrade of a print client: key, address allowlist and socket. */
  connect: 5,
  /** Reading a frame from a socket and parsing a small one. */
  message: 1,
  call: 10,
  heavyCall: 100,
  /** A workbook row: reading, writing as XML and compressing. */
  row: 0.5,
  /** Rendering a member's page. */
  page: 60,
  /** Opening a live stream. */
  stream: 20,
  /** Writing an event to one live stream. */
  event: 0.25,
  /**
   * Maximum refund for an ended attempt at a label: its reports, and its share of a `want` and of
   * printer states.
   */
  label: 10,
} as const;

const BYTES_A_UNIT = 1_024;

/** Cost of reading and parsing bytes. */
export const computeByteCost = (bytes: number): number => bytes / BYTES_A_UNIT;

/** Encoding 5 MB for a socket takes about 14 ms. */
const SENT_BYTES_A_UNIT = 32_768;

/** Cost of a file that is sent over a socket in base64. */
export const computeSentFileCost = (bytes: number): number => bytes / SENT_BYTES_A_UNIT;

/** Cost of a workbook row with this many characters of text. */
export const computeRowCost = (characters: number): number =>
  WORK_COSTS.row + computeByteCost(characters);

/** Cost of handling a parsed message, in addition to its bytes. */
export const computeMessageCost = (message: AgentMessage): number => {
  switch (message.type) {
    case 'hello':
      return 40 + 2 * message.printers.length + message.held.length / 64;
    case 'reports':
      return 10 + 2 * message.reports.length;
    case 'found':
      return 15 + message.printers.length;
    case 'printer':
    case 'update':
    case 'picture':
      return 10;
    case 'want':
    case 'newest':
      return 5;
    default:
      return 0;
  }
};

/** Whether the message is part of printing labels. Its cost is returned when the attempts end. */
export const isPrintingMessage = ({ type }: AgentMessage): boolean =>
  type === 'want' || type === 'reports' || type === 'printer';
