import type { Language } from '@yunbiao/contract/evidence';
import { PLACE_LANGUAGES } from '@yunbiao/contract/gateway/printer-places';
import { isAbsolute } from 'node:path';
import { UserError } from './errors.ts';
import { formatPrinterAddress } from './places.ts';
import type { Place } from './places.ts';

type Kind = Place['kind'];
type PlaceOf<Name extends Kind> = Extract<Place, { kind: Name }>;

/** Notation of one kind of place. `parse` returns null for an invalid address. */
type AddressNotation<Name extends Kind> = {
  schemes: readonly string[];
  example: string;
  parse: (text: string, rest: string) => PlaceOf<Name> | null;
};

/** CUPS allows no whitespace, slash, number sign or question mark in a name, and 127 characters. */
const CUPS_NAME = /^[^\s/#?]{1,127}$/u;
/**
 * Windows allows no comma, backslash or exclamation mark, and 220 characters; `\\server\name` for a
 * remote printer.
 */
const WINDOWS_NAME = /^(?:\\\\[^\\,!]{1,200}\\)?[^\\,!]{1,220}$/u;

/** Path of IPP Everywhere and AirPrint. */
const DEFAULT_PATH = '/ipp/print';

const NOTATIONS: { readonly [Name in Kind]: AddressNotation<Name> } = {
  tcp: {
    schemes: ['tcp'],
    example: 'tcp://192.168.1.50:9100',
    parse: (text) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (!url?.hostname) return null;
      const host = url.hostname.replace(/^\[|\]$/g, '');
      return { kind: 'tcp', host, port: Number(url.port || 9100) };
    },
  },
  ipp: {
    schemes: ['ipp', 'ipps'],
    example: 'ipp://192.168.1.50/ipp/print',
    parse: (text) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (!url?.hostname) return null;
      const { protocol, host, pathname } = url;
      const path = pathname.length > 1 ? pathname : DEFAULT_PATH;
      return { kind: 'ipp', uri: `${protocol}//${host}${path}` };
    },
  },
  'cups-queue': {
    schemes: ['cups'],
    example: 'cups:队列名',
    parse: (_, name) => (CUPS_NAME.test(name) ? { kind: 'cups-queue', name } : null),
  },
  'windows-queue': {
    schemes: ['windows'],
    example: 'windows:打印机名称',
    parse: (_, name) => (WINDOWS_NAME.test(name) ? { kind: 'windows-queue', name } : null),
  },
  device: {
    schemes: ['device'],
    example: 'device:/dev/usb/lp0',
    parse: (_, path) => (isAbsolute(path) ? { kind: 'device', path } : null),
  },
  folder: {
    schemes: ['folder', 'folder-png'],
    example: 'folder:/srv/labels',
    parse: (text, path) => {
      if (!isAbsolute(path)) return null;
      return { kind: 'folder', path, ...(text.startsWith('folder-png:') && { format: 'png' }) };
    },
  },
};

const ALL_NOTATIONS = Object.values(NOTATIONS);

const createAddressError = (text: string, examples: string): UserError =>
  new UserError(`打印机地址不对：${text}`, `例如 ${examples}`);

/** Parses a printer address of a command. Throws UserError. */
export const parsePrinterAddress = (text: string): Place => {
  const [, scheme, rest = ''] = /^([a-z-]+):(.*)$/s.exec(text) ?? [];
  const notation = ALL_NOTATIONS.find(({ schemes }) =>
    schemes.some((knownScheme) => knownScheme === scheme),
  );
  if (!notation)
    throw createAddressError(text, ALL_NOTATIONS.map(({ example }) => example).join('、'));
  const place = notation.parse(text, rest);
  if (!place) throw createAddressError(text, notation.example);
  return place;
};

/** Throws UserError when the language is not supported at this place. */
export const requireSupportedLanguage = (at: Place, language: Language): void => {
  const supportedLanguages = PLACE_LANGUAGES[at.kind];
  if (supportedLanguages.includes(language)) return;
  throw new UserError(
    `${formatPrinterAddress(at)} 不能用语言 ${language}`,
    `可以用 ${supportedLanguages.join('、')}：--language ${supportedLanguages[0] ?? ''}`,
  );
};
