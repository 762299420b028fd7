import type { CallOutput } from '@yunbiao/contract';
import { COMMAND_LANGUAGES, type Language } from '@yunbiao/contract/evidence';
import { reasonsText } from '@yunbiao/contract/printer-reasons';
import { PLACE_LANGUAGES, type PlaceKind } from '@yunbiao/contract/printer-places';
import type { Shown } from '../../kit/printing/printer-words.ts';
import type { Printer } from './words.ts';

export type Told = CallOutput<'foundList'>['list'][number];
export type Found = Told['printers'][number];

export const KIND_WORDS: Record<PlaceKind, string> = {
  tcp: '网络',
  ipp: '网络（IPP）',
  'cups-queue': '系统打印机',
  'windows-queue': '系统打印机',
  device: 'USB',
  folder: '文件夹',
};

/** How a found printer is, as far as somebody said. */
export const foundStatus = ({ here, state, stateReasons }: Found): Shown => {
  if (!here) return { kind: 'off', text: '现在不在' };
  const why = reasonsText(stateReasons);
  if (state === 'stopped') return { kind: 'uncertain', text: why || '已停止' };
  const words = state === 'processing' ? '正在打印' : state === 'idle' ? '空闲' : '找到了';
  return {
    kind: state === 'processing' ? 'running' : 'ok',
    text: [words, why].filter(Boolean).join('，'),
  };
};

/** What can be spoken to it, the likely one first. */
export const languagesFor = ({ kind, language }: Pick<Found, 'kind' | 'language'>): Language[] => {
  const spoken = PLACE_LANGUAGES[kind];
  return spoken.toSorted((a, b) => Number(b === language) - Number(a === language));
};

/** What it is taken for until somebody says otherwise: of those that are unknown most here speak TSPL. */
export const likelyLanguage = (found: Pick<Found, 'kind' | 'language'>): Language => {
  const spoken = PLACE_LANGUAGES[found.kind];
  if (found.language && spoken.includes(found.language)) return found.language;
  return spoken.find((one) => one === 'tspl') ?? spoken[0] ?? COMMAND_LANGUAGES[0];
};

/** Printers that are not in use yet, those that are there first; and those in use that were followed to another place. */
export const listed = (told: Told | undefined): { fresh: Found[]; moved: Found[] } => ({
  fresh: (told?.printers ?? [])
    .filter(({ printerId }) => printerId === null)
    .toSorted((a, b) => Number(b.here) - Number(a.here)),
  moved: (told?.printers ?? []).filter(
    ({ printerId, movedFrom }) => printerId !== null && movedFrom !== null,
  ),
});

/** Stocks most rolls are, mm. */
export const SIZES: readonly (readonly [number, number])[] = [
  [40, 30],
  [50, 30],
  [60, 40],
  [70, 50],
  [100, 50],
  [100, 100],
  [100, 150],
];

/** What lies in a printer, as far as it said so: `装着 60 × 40 mm`; '' where nobody knows. */
export const mediaWords = (media: Found['media']): string => {
  const sizes = media.map(({ widthMm, heightMm }) => `${widthMm} × ${heightMm} mm`);
  return sizes.length > 0 ? `装着 ${sizes.join('、')}` : '';
};

/**
 * Printers of the client that nobody reaches where they were, and that this one may be: what is spoken to them is spoken
 * there, too.
 */
export const maybeMoved = (
  found: Pick<Found, 'kind' | 'usable' | 'here'>,
  printers: readonly Pick<Printer, 'id' | 'name' | 'language' | 'state' | 'stateReasons'>[],
): { id: string; name: string }[] =>
  found.usable && found.here
    ? printers.filter(
        ({ language, state, stateReasons }) =>
          state === 'stopped' &&
          stateReasons.includes('connecting-to-device') &&
          PLACE_LANGUAGES[found.kind].includes(language),
      )
    : [];
