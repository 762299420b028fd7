import { COMMAND_LANGUAGES, type Language } from './evidence.ts';

/**
 * Kinds of places a printer may be at, as its print client reaches it: a TCP port (usually 9100), an IPP printer, a queue
 * of CUPS or of Windows, a device file, a folder files are put into. Of a place the site knows the kind and words for
 * people; the address itself never leaves the client's machine as one, and none is ever sent there.
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

/** What is spoken to a printer there. A place of which nobody has said so does not compile. */
export const PLACE_LANGUAGES: Readonly<Record<PlaceKind, readonly Language[]>> = {
  tcp: COMMAND_LANGUAGES,
  ipp: ['ipp', ...COMMAND_LANGUAGES],
  'cups-queue': [...COMMAND_LANGUAGES, 'driver'],
  'windows-queue': COMMAND_LANGUAGES,
  device: COMMAND_LANGUAGES,
  folder: ['driver', ...COMMAND_LANGUAGES],
};
