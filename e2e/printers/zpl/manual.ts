import { type ManualCommand, readManual } from '../works/manual.ts';
import { BAR_CODES, FIELDS, FONTS, FORMATS, GRAPHICS, STORED } from './manual-drawing.ts';
import {
  ALERTS,
  CLOCK,
  CONTROL,
  LABELS,
  MEDIA,
  NETWORK,
  RFID,
  SET_GET_DO,
} from './manual-settings.ts';

const joinParameters = (name: string, parameters: string): Buffer =>
  Buffer.from(`${name}${parameters}`, 'latin1');

const joinLine = (name: string, parameters: string): Buffer =>
  Buffer.from(`${name}${parameters === '' ? '' : ` ${parameters}`}\r\n`, 'latin1');

/** Every command of the ZPL II guide and its supplements. */
export const ZPL_MANUAL: readonly ManualCommand[] = [
  ...readManual('fonts', FONTS, joinParameters),
  ...readManual('bar codes', BAR_CODES, joinParameters),
  ...readManual('fields', FIELDS, joinParameters),
  ...readManual('graphics', GRAPHICS, joinParameters),
  ...readManual('stored objects', STORED, joinParameters),
  ...readManual('formats', FORMATS, joinParameters),
  ...readManual('labels', LABELS, joinParameters),
  ...readManual('media', MEDIA, joinParameters),
  ...readManual('control', CONTROL, joinParameters),
  ...readManual('clock', CLOCK, joinParameters),
  ...readManual('alerts', ALERTS, joinParameters),
  ...readManual('network', NETWORK, joinParameters),
  ...readManual('RFID', RFID, joinParameters),
  ...readManual('set, get, do', SET_GET_DO, joinLine),
];

const RS = '\x1e';
const DLE = '\x10';

/**
 * The same command in other allowed spellings: prefixes as control codes, lower case, changed
 * prefixes.
 */
export const listSpellings = ({ name, bytes }: ManualCommand): readonly Buffer[] => {
  const text = bytes.toString('latin1');
  const [prefix = ''] = name;
  if (prefix !== '^' && prefix !== '~') return [bytes];
  const rest = text.slice(1);
  const small = rest.slice(0, name.length - 1).toLowerCase() + rest.slice(name.length - 1);
  const changed = prefix === '^' ? '~CC//' : '~CT++';
  return [
    text,
    (prefix === '^' ? RS : DLE) + rest,
    prefix + small,
    `${prefix}\r\n${rest}`,
    `${prefix}${rest[0] ?? ''}\n${rest.slice(1)}`,
    changed + rest,
    `${text}\r\n`,
  ].map((spelling) => Buffer.from(spelling, 'latin1'));
};
