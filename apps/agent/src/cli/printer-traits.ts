import { LANGUAGES } from '@yunbiao/contract/evidence';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { PLACE_LANGUAGES } from '@yunbiao/contract/printer-places';
import { UserError } from '../errors.ts';
import { requireLanguage } from '../place-address.ts';
import { placeAddress } from '../places.ts';
import type { Place } from '../places.ts';
import { isStream } from '../printer/stream.ts';
import { GRAPHICS } from '../settings.ts';
import type { PrinterSettings } from '../settings.ts';

/** What is told of a printer besides its name and its address. */
type Traits = Omit<PrinterSettings, 'localId' | 'name' | 'at' | 'counts' | 'certificate'>;

/** As options of `printer add` and `printer set`. */
export const TRAITS = {
  language: { type: 'string' },
  dpi: { type: 'string' },
  graphics: { type: 'string' },
  exclusive: { type: 'boolean' },
  'close-after': { type: 'boolean' },
  'whole-counter': { type: 'boolean' },
} as const;

type Given = {
  readonly [Name in keyof typeof TRAITS]?:
    | ((typeof TRAITS)[Name]['type'] extends 'boolean' ? boolean : string)
    | undefined;
};

const USUAL: Traits = {
  language: 'zpl',
  dpi: 203,
  graphics: 'z64',
  exclusive: false,
  closeAfter: false,
  wholeCounter: false,
};

export const readLanguage = (text: string): Traits['language'] => {
  const language = LANGUAGES.find((one) => one === text);
  if (!language)
    throw new UserError(`还不支持打印语言 ${text}`, `现在支持：${LANGUAGES.join('、')}`);
  return language;
};

const readDpi = (text: string): Traits['dpi'] => {
  const dpi = ([203, 300, 600] as const).find((one) => String(one) === text);
  if (!dpi) throw new UserError(`分辨率 ${text} 不对`, '可以是 203、300 或 600');
  return dpi;
};

const readGraphics = (text: string, language: Traits['language']): Traits['graphics'] => {
  const graphics = GRAPHICS.find((one) => one === text);
  if (!graphics) throw new UserError(`图形写法 ${text} 不对`, `可以是 ${GRAPHICS.join(' 或 ')}`);
  if (language !== 'zpl')
    throw new UserError(
      `${LANGUAGE_FACTS[language].name} 的图形只有一种写法`,
      '--graphics 只用于 zpl',
    );
  return graphics;
};

const requireTogether = (at: Place, { language, closeAfter }: Traits): void => {
  requireLanguage(at, language);
  if (at.kind === 'folder' && at.format !== undefined && language !== 'driver')
    throw new UserError(
      `${placeAddress(at)} 存的是图片，不能用语言 ${language}`,
      '写 --language driver，或者用 folder: 存成打印机语言的数据',
    );
  if (closeAfter && !isStream(at))
    throw new UserError(
      `${placeAddress(at)} 没有“收完数据后关闭连接”可看`,
      '--close-after 只用于 tcp:// 和 device: 地址',
    );
};

/**
 * A printer's place and traits with those that are given; the others as they were, or as usual there.
 * @throws UserError for what does not go together
 */
export const traitsAt = (at: Place, given: Given, old?: Traits): Traits & { at: Place } => {
  const before = old ?? { ...USUAL, language: PLACE_LANGUAGES[at.kind][0] ?? USUAL.language };
  const language = given.language === undefined ? before.language : readLanguage(given.language);
  const traits: Traits = {
    language,
    dpi: given.dpi === undefined ? before.dpi : readDpi(given.dpi),
    graphics:
      given.graphics === undefined ? before.graphics : readGraphics(given.graphics, language),
    exclusive: given.exclusive ?? before.exclusive,
    closeAfter: given['close-after'] ?? before.closeAfter,
    wholeCounter: given['whole-counter'] ?? before.wholeCounter,
  };
  requireTogether(at, traits);
  return { ...traits, at };
};

/** What is not usual of a printer, for a list. */
export const describeUnusual = (traits: Traits): string =>
  [
    traits.exclusive ? '独用' : '',
    traits.wholeCounter ? '计数器只数整张' : '',
    traits.closeAfter ? '不回答状态' : '',
    traits.language === 'zpl' && traits.graphics === 'ascii' ? '图形用 ASCII' : '',
  ]
    .filter(Boolean)
    .join('，');
