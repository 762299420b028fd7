import { LANGUAGES } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { PLACE_LANGUAGES } from '@yunbiao/contract/gateway/printer-places';
import { UserError } from '../errors.ts';
import { requireSupportedLanguage } from '../place-address.ts';
import { formatPrinterAddress } from '../places.ts';
import type { Place } from '../places.ts';
import { isStreamPlace } from '../printer/stream.ts';
import { GRAPHICS } from '../settings.ts';
import type { PrinterSettings } from '../settings.ts';

/** Printer settings that the user can choose, except name and address. */
type Traits = Omit<PrinterSettings, 'localId' | 'name' | 'at' | 'counts' | 'certificate'>;

/** Options of `printer add` and `printer set`. */
export const TRAIT_OPTIONS = {
  language: { type: 'string' },
  dpi: { type: 'string' },
  graphics: { type: 'string' },
  exclusive: { type: 'boolean' },
  'close-after': { type: 'boolean' },
  'whole-counter': { type: 'boolean' },
} as const;

type TraitArguments = {
  readonly [Name in keyof typeof TRAIT_OPTIONS]?:
    | ((typeof TRAIT_OPTIONS)[Name]['type'] extends 'boolean' ? boolean : string)
    | undefined;
};

const DEFAULT_TRAITS: Traits = {
  language: 'zpl',
  dpi: 203,
  graphics: 'z64',
  exclusive: false,
  closeAfter: false,
  wholeCounter: false,
};

export const parsePrinterLanguage = (text: string): Traits['language'] => {
  const language = LANGUAGES.find((candidate) => candidate === text);
  if (!language)
    throw new UserError(`还不支持打印语言 ${text}`, `现在支持：${LANGUAGES.join('、')}`);
  return language;
};

const parseDpi = (text: string): Traits['dpi'] => {
  const dpi = ([203, 300, 600] as const).find((candidate) => String(candidate) === text);
  if (!dpi) throw new UserError(`分辨率 ${text} 不对`, '可以是 203、300 或 600');
  return dpi;
};

const parseGraphicsOption = (text: string, language: Traits['language']): Traits['graphics'] => {
  const graphics = GRAPHICS.find((candidate) => candidate === text);
  if (!graphics) throw new UserError(`图形写法 ${text} 不对`, `可以是 ${GRAPHICS.join(' 或 ')}`);
  if (language !== 'zpl')
    throw new UserError(
      `${LANGUAGE_FACTS[language].name} 的图形只有一种写法`,
      '--graphics 只用于 zpl',
    );
  return graphics;
};

const requireCompatibleTraits = (at: Place, { language, closeAfter }: Traits): void => {
  requireSupportedLanguage(at, language);
  if (at.kind === 'folder' && at.format !== undefined && language !== 'driver')
    throw new UserError(
      `${formatPrinterAddress(at)} 存的是图片，不能用语言 ${language}`,
      '写 --language driver，或者用 folder: 保存为打印机语言的数据',
    );
  if (closeAfter && !isStreamPlace(at))
    throw new UserError(
      `${formatPrinterAddress(at)} 没有“收完数据后关闭连接”可看`,
      '--close-after 只用于 tcp:// 和 device: 地址',
    );
};

/**
 * Merges the given options into the old traits, or into the defaults for this place.
 * @throws UserError for combinations that do not work
 */
export const mergePrinterTraits = (
  at: Place,
  traitArguments: TraitArguments,
  oldTraits?: Traits,
): Traits & { at: Place } => {
  const base = oldTraits ?? {
    ...DEFAULT_TRAITS,
    language: PLACE_LANGUAGES[at.kind][0] ?? DEFAULT_TRAITS.language,
  };
  const language =
    traitArguments.language === undefined
      ? base.language
      : parsePrinterLanguage(traitArguments.language);
  const traits: Traits = {
    language,
    dpi: traitArguments.dpi === undefined ? base.dpi : parseDpi(traitArguments.dpi),
    graphics:
      traitArguments.graphics === undefined
        ? base.graphics
        : parseGraphicsOption(traitArguments.graphics, language),
    exclusive: traitArguments.exclusive ?? base.exclusive,
    closeAfter: traitArguments['close-after'] ?? base.closeAfter,
    wholeCounter: traitArguments['whole-counter'] ?? base.wholeCounter,
  };
  requireCompatibleTraits(at, traits);
  return { ...traits, at };
};

/** Lists the settings that differ from the defaults. */
export const describeNonDefaultTraits = (traits: Traits): string =>
  [
    traits.exclusive ? '独用' : '',
    traits.wholeCounter ? '计数器只数整张' : '',
    traits.closeAfter ? '不回答状态' : '',
    traits.language === 'zpl' && traits.graphics === 'ascii' ? '图形用 ASCII' : '',
  ]
    .filter(Boolean)
    .join('，');
