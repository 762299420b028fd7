import type { CallOutput } from '@yunbiao/contract';
import { COMMAND_LANGUAGES, type Language } from '@yunbiao/contract/evidence';
import { describeReasons } from '@yunbiao/contract/gateway/printer-reasons';
import { PLACE_LANGUAGES, type PlaceKind } from '@yunbiao/contract/gateway/printer-places';
import type { ShownStatus } from '../../../kit/printing/printer-status.ts';
import type { Printer } from '../client-name.ts';

export type ClientDiscovery = CallOutput<'foundList'>['list'][number];
export type FoundPrinter = ClientDiscovery['printers'][number];

export const KIND_WORDS: Record<PlaceKind, string> = {
  tcp: '网络',
  ipp: '网络（IPP）',
  'cups-queue': '系统打印机',
  'windows-queue': '系统打印机',
  device: 'USB',
  folder: '文件夹',
};

/** Status of a discovered printer; states are shown only when the printer reports them. */
export const getDiscoveredStatus = ({ here, state, stateReasons }: FoundPrinter): ShownStatus => {
  if (!here) return { kind: 'off', text: '现在不在' };
  const reason = describeReasons(stateReasons);
  if (state === 'stopped') return { kind: 'uncertain', text: reason || '已停止' };
  const words = state === 'processing' ? '正在打印' : state === 'idle' ? '空闲' : '找到了';
  return {
    kind: state === 'processing' ? 'running' : 'ok',
    text: [words, reason].filter(Boolean).join('，'),
  };
};

/** Printer languages for a connection type, most likely first. */
export const listPossiblePrinterLanguages = ({
  kind,
  language,
}: Pick<FoundPrinter, 'kind' | 'language'>): Language[] => {
  const languages = PLACE_LANGUAGES[kind];
  return languages.toSorted((a, b) => Number(b === language) - Number(a === language));
};

/** Default language. Most printers with an unknown language use TSPL. */
export const guessPrinterLanguage = (
  foundPrinter: Pick<FoundPrinter, 'kind' | 'language'>,
): Language => {
  const languages = PLACE_LANGUAGES[foundPrinter.kind];
  if (foundPrinter.language && languages.includes(foundPrinter.language))
    return foundPrinter.language;
  return languages.find((language) => language === 'tspl') ?? languages[0] ?? COMMAND_LANGUAGES[0];
};

/**
 * Splits discovered printers into new ones (available ones first) and known ones that were found at
 * a new address.
 */
export const splitDiscovered = (
  discovery: ClientDiscovery | undefined,
): { fresh: FoundPrinter[]; moved: FoundPrinter[] } => ({
  fresh: (discovery?.printers ?? [])
    .filter(({ printerId }) => printerId === null)
    .toSorted((a, b) => Number(b.here) - Number(a.here)),
  moved: (discovery?.printers ?? []).filter(
    ({ printerId, movedFrom }) => printerId !== null && movedFrom !== null,
  ),
});

/** Common label sizes, mm. */
export const SIZES: readonly (readonly [number, number])[] = [
  [40, 30],
  [50, 30],
  [60, 40],
  [70, 50],
  [100, 50],
  [100, 100],
  [100, 150],
];

/** Describes the loaded media as reported by the printer: `装着 60 × 40 mm`; '' when unknown. */
export const describeLoadedMedia = (media: FoundPrinter['media']): string => {
  const sizes = media.map(({ widthMm, heightMm }) => `${widthMm} × ${heightMm} mm`);
  return sizes.length > 0 ? `装着 ${sizes.join('、')}` : '';
};

/**
 * Printers of the client that are unreachable at their address and may be this discovered one.
 * Their language must be possible at the discovered connection type.
 */
export const listMoveCandidates = (
  foundPrinter: Pick<FoundPrinter, 'kind' | 'usable' | 'here'>,
  printers: readonly Pick<Printer, 'id' | 'name' | 'language' | 'state' | 'stateReasons'>[],
): { id: string; name: string }[] =>
  foundPrinter.usable && foundPrinter.here
    ? printers.filter(
        ({ language, state, stateReasons }) =>
          state === 'stopped' &&
          stateReasons.includes('connecting-to-device') &&
          PLACE_LANGUAGES[foundPrinter.kind].includes(language),
      )
    : [];
