import type { Language } from '@yunbiao/contract/evidence';
import { PLACE_LANGUAGES } from '@yunbiao/contract/printer-places';
import { isAbsolute } from 'node:path';
import { UserError } from './errors.ts';
import { placeAddress } from './places.ts';
import type { Place } from './places.ts';

type Kind = Place['kind'];
type PlaceOf<Name extends Kind> = Extract<Place, { kind: Name }>;

/** How people write a place of a kind, and how it is read. `read`: null for what is none. */
type Written<Name extends Kind> = {
  schemes: readonly string[];
  example: string;
  read: (text: string, rest: string) => PlaceOf<Name> | null;
};

/** CUPS allows no blank, slash or number sign in a name, and 127 characters. */
const CUPS_NAME = /^[^\s/#?]{1,127}$/u;
/** Windows allows no comma, backslash or exclamation mark, and 220 characters; `\\server\name` for one of another machine. */
const WINDOWS_NAME = /^(?:\\\\[^\\,!]{1,200}\\)?[^\\,!]{1,220}$/u;

/** Of IPP Everywhere, and of AirPrint. */
const USUAL_PATH = '/ipp/print';

const WRITTEN: { readonly [Name in Kind]: Written<Name> } = {
  tcp: {
    schemes: ['tcp'],
    example: 'tcp://192.168.1.50:9100',
    read: (text) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (!url?.hostname) return null;
      const host = url.hostname.replace(/^\[|\]$/g, '');
      return { kind: 'tcp', host, port: Number(url.port || 9100) };
    },
  },
  ipp: {
    schemes: ['ipp', 'ipps'],
    example: 'ipp://192.168.1.50/ipp/print',
    read: (text) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (!url?.hostname) return null;
      const { protocol, host, pathname } = url;
      const path = pathname.length > 1 ? pathname : USUAL_PATH;
      return { kind: 'ipp', uri: `${protocol}//${host}${path}` };
    },
  },
  'cups-queue': {
    schemes: ['cups'],
    example: 'cups:队列名',
    read: (_, name) => (CUPS_NAME.test(name) ? { kind: 'cups-queue', name } : null),
  },
  'windows-queue': {
    schemes: ['windows'],
    example: 'windows:打印机名称',
    read: (_, name) => (WINDOWS_NAME.test(name) ? { kind: 'windows-queue', name } : null),
  },
  device: {
    schemes: ['device'],
    example: 'device:/dev/usb/lp0',
    read: (_, path) => (isAbsolute(path) ? { kind: 'device', path } : null),
  },
  folder: {
    schemes: ['folder', 'folder-png'],
    example: 'folder:/srv/labels',
    read: (text, path) => {
      if (!isAbsolute(path)) return null;
      return { kind: 'folder', path, ...(text.startsWith('folder-png:') && { format: 'png' }) };
    },
  },
};

const ALL = Object.values(WRITTEN);

const wrong = (text: string, examples: string): UserError =>
  new UserError(`打印机地址不对：${text}`, `例如 ${examples}`);

/** Reads the address of a printer as commands take it. @throws UserError */
export const parsePlace = (text: string): Place => {
  const [, scheme, rest = ''] = /^([a-z-]+):(.*)$/s.exec(text) ?? [];
  const written = ALL.find(({ schemes }) => schemes.some((one) => one === scheme));
  if (!written) throw wrong(text, ALL.map(({ example }) => example).join('、'));
  const place = written.read(text, rest);
  if (!place) throw wrong(text, written.example);
  return place;
};

/** @throws UserError for a language that is not spoken to a printer there. */
export const requireLanguage = (at: Place, language: Language): void => {
  const spoken = PLACE_LANGUAGES[at.kind];
  if (spoken.includes(language)) return;
  throw new UserError(
    `${placeAddress(at)} 不能用语言 ${language}`,
    `可以用 ${spoken.join('、')}：--language ${spoken[0] ?? ''}`,
  );
};
