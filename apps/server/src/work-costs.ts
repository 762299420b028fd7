import type { AgentMessage } from '@yunbiao/contract/gateway';

/** What things cost of a member's work budget. A unit is about 0.1 ms of this process's CPU (`npm run bench -- budget`). */
export const WORK = {
  /** A print client's upgrade: its key, its white list, the socket. */
  connect: 5,
  /** Taking a frame off a socket and parsing a small one. */
  message: 1,
  call: 10,
  heavyCall: 100,
  /** A row of a workbook: read, written as XML and packed. */
  row: 0.5,
  /** A member's page, rendered. */
  page: 60,
  /** A live stream, opened. */
  stream: 20,
  /** An event written to one live stream. */
  event: 0.25,
  /** What an attempt at a label that has ended earns at most: its reports, its part of a `want` and of the printer's states. */
  label: 10,
} as const;

const BYTES_A_UNIT = 1_024;

/** Of reading and parsing so many bytes. */
export const costOfBytes = (bytes: number): number => bytes / BYTES_A_UNIT;

/** Of a row of a workbook, with the characters of its texts. */
export const costOfRow = (characters: number): number => WORK.row + costOfBytes(characters);

/** Of handling a message that has been parsed, beyond its bytes. */
export const costOfMessage = (message: AgentMessage): number => {
  switch (message.type) {
    case 'hello':
      return 40 + 2 * message.printers.length + message.held.length / 64;
    case 'reports':
      return 10 + 2 * message.reports.length;
    case 'found':
      return 15 + message.printers.length;
    case 'printer':
    case 'update':
      return 10;
    case 'want':
    case 'newest':
      return 5;
    default:
      return 0;
  }
};

/** What printing labels takes of a client: what it costs is earned back as their attempts end. */
export const isAboutPrinting = ({ type }: AgentMessage): boolean =>
  type === 'want' || type === 'reports' || type === 'printer';
