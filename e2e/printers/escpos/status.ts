import type { Snapshot } from '../works/history.ts';

/** Features of this printer, and status that it hides. */
export type StatusRules = {
  /** Functions of DLE EOT that it supports. */
  statuses: readonly number[];
  /** How it reports an open cover. */
  cover: 'as cover' | 'as paper out' | 'not at all';
  /** Whether it reports being offline. */
  offline: 'shown' | 'never';
  nearEnd: boolean;
  /** Pin 3 of the drawer's connector; without a drawer it is high on most models. */
  drawerHigh: boolean;
  kanji: boolean;
  cutter: boolean;
};

type Signs = {
  cover: boolean;
  paper: boolean;
  /** The cutter is jammed: corresponds to the ribbon fault of other printers. */
  jam: boolean;
  /** The cause is fixed, and the printer waits for DLE ENQ. */
  stuck: boolean;
  /** Opened during printing: an error that ends when the cover closes. */
  opened: boolean;
  offline: boolean;
};

const listSigns = (of: Snapshot, { cover, offline }: StatusRules): Signs => {
  const signs = {
    cover: of.headUp && cover === 'as cover',
    paper: of.paperOut || (of.headUp && cover === 'as paper out'),
    jam: of.ribbonOut,
    stuck: of.paused,
    opened: of.headUp && cover === 'as cover' && of.remaining > 0,
  };
  const any = signs.cover || signs.paper || signs.jam || signs.stuck;
  return { ...signs, offline: any && offline === 'shown' };
};

/** Combines the bits whose condition holds. */
const combineBits = (...pairs: readonly (readonly [boolean, number])[]): number =>
  pairs.reduce((byte, [on, bit]) => (on ? byte | bit : byte), 0);

/** The error bits of DLE EOT 3 and of the second byte of an automatic status. */
const buildErrorBits = ({ jam, stuck, opened }: Pick<Signs, 'jam' | 'stuck' | 'opened'>): number =>
  combineBits([stuck, 0x04], [jam, 0x08], [opened, 0x40]);

/** Bits 1 and 4 of a DLE EOT answer are always set, bits 0 and 7 never. */
const FIXED = 0x12;

/** DLE EOT n: one byte; null when it is not answered. */
export const buildRealTimeStatus = (n: number, of: Snapshot, rules: StatusRules): string | null => {
  if (!rules.statuses.includes(n)) return null;
  const { cover, paper, jam, stuck, opened, offline } = listSigns(of, rules);
  const bytes: Readonly<Record<number, number>> = {
    1: combineBits([rules.drawerHigh, 0x04], [offline, 0x08], [stuck, 0x20]),
    2: combineBits([cover, 0x04], [paper, 0x20], [stuck || jam || opened, 0x40]),
    3: buildErrorBits({ jam, stuck, opened }),
    4: combineBits([rules.nearEnd || paper, 0x0c], [paper, 0x60]),
  };
  const byte = bytes[n];
  return byte === undefined ? null : String.fromCharCode(FIXED | byte);
};

const buildPaperBits = (of: Snapshot, rules: StatusRules): number => {
  const { paper } = listSigns(of, rules);
  return combineBits([rules.nearEnd || paper, 0x03], [paper, 0x0c]);
};

/** GS r 1 (paper), GS r 2 (drawer): one byte. */
export const buildQueuedStatus = (n: number, of: Snapshot, rules: StatusRules): string | null => {
  if (n % 48 === 1) return String.fromCharCode(buildPaperBits(of, rules));
  return n % 48 === 2 ? String.fromCharCode(combineBits([rules.drawerHigh, 0x01])) : null;
};

/** Automatic Status Back: four bytes. */
export const buildAutoStatus = (
  of: Snapshot,
  rules: StatusRules,
): [number, number, number, number] => {
  const { cover, offline, ...errors } = listSigns(of, rules);
  const first = combineBits([rules.drawerHigh, 0x04], [offline, 0x08], [cover, 0x20]);
  return [0x10 | first, buildErrorBits(errors), buildPaperBits(of, rules), 0];
};

/** GS a n: the bits of each byte whose changes are reported. */
export const getWatchedBits = (n: number): [number, number, number, number] => [
  combineBits([(n & 0x01) !== 0, 0x04], [(n & 0x02) !== 0, 0x28], [(n & 0x40) !== 0, 0x40]),
  (n & 0x04) === 0 ? 0 : 0x6c,
  (n & 0x08) === 0 ? 0 : 0x0f,
  0,
];

const NAMES: Readonly<Record<number, string>> = {
  65: '1.00',
  66: 'EPSON',
  67: 'TM-T00',
  68: 'X0000000',
  69: 'CHINA GB18030',
};

/** GS I n: a byte, or a name between 5FH and NUL. */
export const getPrinterId = (n: number, { kanji, cutter }: StatusRules): string | null => {
  if (n === 1 || n === 49) return '\x20';
  if (n === 2 || n === 50) return String.fromCharCode(combineBits([kanji, 0x01], [cutter, 0x02]));
  if (n === 3 || n === 51) return '\x01';
  const name = NAMES[n];
  return name === undefined ? null : `_${name}\0`;
};

/** GS ( H function 48: everything before it is printed. */
export const processResponse = (id: readonly number[]): string =>
  `\x37\x22${String.fromCharCode(...id)}\0`;

/** GS ( H function 49: the printer went offline; no manual specifies the format of the cause. */
export const buildOfflineResponse = (of: Snapshot, withCause: boolean): string => {
  const causes = combineBits(
    [of.headUp, 0x01],
    [of.paperOut, 0x02],
    [of.ribbonOut || of.paused, 0x04],
  );
  return `\x37\x23${withCause ? String.fromCharCode(0x40 | causes) : ''}\0`;
};

/** DLE DC4 8: the buffers are cleared. */
export const CLEARED = '\x37\x25\0';
