import type { Snapshot } from '../works/history.ts';

const isPrinting = ({ formats, remaining }: Snapshot): boolean => formats > 0 || remaining > 0;

/** `ESC ! ?`: one byte of flags. */
export const buildStatusByte = (of: Snapshot): [string] => [
  String.fromCharCode(
    (of.headUp ? 0x01 : 0) |
      (of.paperOut ? 0x04 : 0) |
      (of.ribbonOut ? 0x08 : 0) |
      (of.paused ? 0x10 : 0) |
      (isPrinting(of) ? 0x20 : 0),
  ),
];

const formatMessage = (of: Snapshot): string => {
  if (of.headUp || of.paperOut || of.ribbonOut) return 'E';
  if (of.paused) return '`';
  if (of.labelWaiting) return 'L';
  if (of.remaining > 0) return 'P';
  return of.formats > 0 ? 'W' : '@';
};

/** `ESC ! S`: STX, message, warning, two errors, ETX CR LF. */
export const buildStatusFrame = (of: Snapshot): [string, string] => {
  const media = (of.paperOut ? 0x01 : 0) | (of.ribbonOut ? 0x04 : 0) | (of.headUp ? 0x20 : 0);
  return [
    `\x02${formatMessage(of)}${of.bufferFull ? 'H' : '@'}@`,
    `${String.fromCharCode(0x40 | media)}\x03\r\n`,
  ];
};
