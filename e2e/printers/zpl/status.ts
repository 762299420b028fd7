import type { Snapshot } from '../works/history.ts';

const formatFlag = (on: boolean): string => (on ? '1' : '0');

const formatDigits = (value: number, width: number): string =>
  String(Math.min(Math.max(Math.floor(value), 0), 10 ** width - 1)).padStart(width, '0');

/** The three strings of ~HS, with the fields in the guide's order. */
export const buildHostStatus = (of: Snapshot): [string, string, string] => {
  const first = [
    '030', // aaa: 9600 baud, 8 data bits
    formatFlag(of.paperOut),
    formatFlag(of.paused),
    formatDigits(of.lengthDots, 4),
    formatDigits(of.formats, 3),
    formatFlag(of.bufferFull),
    '0', // g: not in communications diagnostics
    formatFlag(of.partial),
    '000', // iii: unused
    '0', // j: RAM not corrupt
    '0', // k: not under temperature
    '0', // l: not over temperature
  ];
  const second = [
    '000', // mmm: die-cut media, sensor profile off
    '0', // n: unused
    formatFlag(of.headUp),
    formatFlag(of.ribbonOut),
    '1', // q: thermal transfer
    '2', // r: tear-off
    '4', // s: print width mode
    formatFlag(of.labelWaiting), // t: in peel-off
    formatDigits(of.remaining, 8),
    '1', // v: formats while printing
    '000', // www: stored graphics
  ];
  return [frameText(first.join(',')), frameText(second.join(',')), frameText('1234,0')];
};

const frameText = (text: string): string => `\x02${text}\x03\r\n`;
