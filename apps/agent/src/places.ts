import type { PlaceKind } from '@yunbiao/contract/gateway/printer-places';
import { z } from 'zod';

const NAME_LENGTH = 255;
const PATH_LENGTH = 4096;

/** Kinds of printer places, with the data needed to connect. */
const PLACES = {
  tcp: z.object({
    kind: z.literal('tcp'),
    host: z.string().min(1).max(NAME_LENGTH),
    port: z.number().int().min(1).max(65_535),
  }),
  /** `ipp://` or `ipps://` with the printer's path. */
  ipp: z.object({ kind: z.literal('ipp'), uri: z.string().min(1).max(1023) }),
  'cups-queue': z.object({
    kind: z.literal('cups-queue'),
    name: z.string().min(1).max(NAME_LENGTH),
  }),
  'windows-queue': z.object({
    kind: z.literal('windows-queue'),
    name: z.string().min(1).max(NAME_LENGTH),
  }),
  /** Device file, such as `/dev/usb/lp0`. */
  device: z.object({ kind: z.literal('device'), path: z.string().min(1).max(PATH_LENGTH) }),
  /** `format`: of labels that are not in a printer language; PDF by default. */
  folder: z.object({
    kind: z.literal('folder'),
    path: z.string().min(1).max(PATH_LENGTH),
    format: z.literal('png').optional(),
  }),
} as const satisfies Record<PlaceKind, z.ZodType<{ kind: PlaceKind }>>;

export const place = z.discriminatedUnion('kind', [
  PLACES.tcp,
  PLACES.ipp,
  PLACES['cups-queue'],
  PLACES['windows-queue'],
  PLACES.device,
  PLACES.folder,
]);
export type Place = z.output<typeof place>;

/** Formats a place for display, locally and on the web page. */
export const formatPrinterPlace = (at: Place): string => {
  switch (at.kind) {
    case 'tcp':
      return `${at.host.includes(':') ? `[${at.host}]` : at.host}:${at.port}`;
    case 'ipp':
      return at.uri;
    case 'cups-queue':
    case 'windows-queue':
      return `系统打印机 ${at.name}`;
    case 'device':
    case 'folder':
      return at.path;
  }
};

/** Formats a place in command notation. */
export const formatPrinterAddress = (at: Place): string => {
  switch (at.kind) {
    case 'tcp':
      return `tcp://${formatPrinterPlace(at)}`;
    case 'ipp':
      return at.uri;
    case 'cups-queue':
      return `cups:${at.name}`;
    case 'windows-queue':
      return `windows:${at.name}`;
    case 'device':
      return `device:${at.path}`;
    case 'folder':
      return `${at.format === undefined ? 'folder' : 'folder-png'}:${at.path}`;
  }
};
