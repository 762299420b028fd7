import { COMMAND_LANGUAGES, type Language } from '../evidence.ts';

/**
 * How a print client reaches a printer: a TCP port (usually 9100), an IPP printer, a queue of CUPS
 * or Windows, a device file, a folder for files. The site knows only the kind and a text for
 * people. The address itself never leaves the client's machine, and the site never sends one.
 */
export const PLACE_KINDS = [
  'tcp',
  'ipp',
  'cups-queue',
  'windows-queue',
  'device',
  'folder',
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** Languages available for each kind of place; does not compile when a kind is missing. */
export const PLACE_LANGUAGES: Readonly<Record<PlaceKind, readonly Language[]>> = {
  tcp: COMMAND_LANGUAGES,
  ipp: ['ipp', ...COMMAND_LANGUAGES],
  'cups-queue': [...COMMAND_LANGUAGES, 'driver'],
  'windows-queue': COMMAND_LANGUAGES,
  device: COMMAND_LANGUAGES,
  folder: ['driver', ...COMMAND_LANGUAGES],
};
