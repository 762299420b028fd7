import type { CallOutput } from '@yunbiao/contract';
import { isLinearCodeElement } from '@yunbiao/label/template';
import { createNotFoundError } from '../../platform/errors.ts';
import { CHOICES } from './choices.ts';
import { getSampleCodeElement } from './code-label.ts';
import { CODES } from './codes/codes.ts';
import { drawCachedPicture, type PictureName } from './draw.ts';
import { ELEMENTS } from './elements/elements.ts';
import type { CodeHelp } from './help.ts';
import {
  type CodeName,
  type ElementName,
  HANDBOOK_NAMES,
  type HandbookName,
  getHandbookHelp,
  isSymbologyName,
  isHandbookName,
  getHandbookTitle,
} from './names.ts';
import {
  buildMinimumPrintSizes,
  buildCodeSizes,
  LEVELS,
  describeQuietZone,
  listCodeSizesByDpi,
} from './sizes.ts';

type Handbook = CallOutput<'handbook'>;
type Row = Handbook['entries'][number];
type Entry = CallOutput<'handbookEntry'>;
type Named = Entry['similar'][number];

const getHandbookKind = (name: HandbookName): Row['kind'] => {
  if (!isSymbologyName(name)) return 'element';
  return isLinearCodeElement(getSampleCodeElement(name)) ? 'linear' : 'matrix';
};

/** Presents an example with its URL, whose hash changes with the drawing. */
const presentHandbookExample = (name: PictureName): Row['picture'] => {
  const picture = drawCachedPicture(name);
  if (!picture) throw new Error(`the handbook has no picture ${name}`);
  const { svg: _, hash, ...rest } = picture;
  return { url: `/static/handbook/${name}-${hash}.svg`, ...rest };
};

const getNameAndTitle = (name: HandbookName) => ({ name, title: getHandbookTitle(name) });

const buildHandbookRow = (name: HandbookName): Row => {
  const { use, holds } = getHandbookHelp(name);
  return {
    ...getNameAndTitle(name),
    kind: getHandbookKind(name),
    use,
    holds,
    picture: presentHandbookExample(name),
    sizes: isSymbologyName(name) ? listCodeSizesByDpi(name, 'comfortable') : [],
  };
};

const buildHandbook = async (): Promise<Handbook> => {
  const rows: Row[] = [];
  for (const name of HANDBOOK_NAMES) {
    rows.push(buildHandbookRow(name));
    // All labels together take about 250 ms. Yields to the event loop between two.
    await new Promise(setImmediate);
  }
  const choices = CHOICES.map(({ want, why, names }) => ({
    want,
    why,
    entries: names.map(getNameAndTitle),
  }));
  return { choices, entries: rows };
};

let handbook: Promise<Handbook> | undefined;

/**
 * All handbook entries and the choice guide. Same for every software, cached for the life of the
 * process.
 */
export const getHandbook = (): Promise<Handbook> => {
  if (handbook) return handbook;
  handbook = buildHandbook();
  // Retry after a failure.
  handbook.catch(() => {
    handbook = undefined;
  });
  return handbook;
};

const describeLength = ({ length, maxContents = [] }: CodeHelp): string => {
  const counts = maxContents.map(({ count, unit }) => `${count} ${unit}`);
  if (counts.length > 1) return `${length}：${counts.join('，或 ')}`;
  return [...counts.map((count) => `最多 ${count}`), length].filter(Boolean).join('，');
};

const listCodeFacts = (name: CodeName): Entry['facts'] => {
  const help: CodeHelp = CODES[name];
  return [
    { label: '能放什么', value: help.holds },
    { label: '能放多少', value: describeLength(help) },
    { label: '校验位', value: help.check },
    { label: '纠错', value: help.correction },
    { label: '四周空白', value: describeQuietZone(name) },
    { label: '标准', value: help.standards.join('，') },
    { label: '图里放的', value: help.sample.code.content },
  ];
};

const listElementFacts = (name: ElementName): Entry['facts'] => {
  const { holds, facts } = ELEMENTS[name];
  return [{ label: '能放什么', value: holds }, ...facts];
};

const listSimilar = (name: HandbookName): Named[] =>
  (isSymbologyName(name) ? CODES[name].similar : []).map((similarName) => ({
    ...getNameAndTitle(similarName),
    use: CODES[similarName].use,
  }));

const listSizes = (name: HandbookName): Entry['sizes'] => {
  if (isSymbologyName(name))
    return LEVELS.flatMap((level) => {
      const sizes = buildCodeSizes(name, level);
      return sizes ? { ...sizes, picture: presentHandbookExample(`${name}_${level}`) } : [];
    });
  const { least } = ELEMENTS[name];
  return least ? [{ ...buildMinimumPrintSizes(least), picture: null }] : [];
};

const entries = new Map<HandbookName, Entry>();

/** Returns one entry with all its texts. @throws 404 */
export const getHandbookEntry = (name: string): Entry => {
  if (!isHandbookName(name)) throw createNotFoundError('手册里没有这一种');
  const cached = entries.get(name);
  if (cached) return cached;
  const { also, about, mistakes } = getHandbookHelp(name);
  const at = HANDBOOK_NAMES.indexOf(name);
  const [previous, next] = [HANDBOOK_NAMES[at - 1], HANDBOOK_NAMES[at + 1]];
  const { sizes: _, ...row } = buildHandbookRow(name);
  const entry: Entry = {
    ...row,
    also: [...also],
    about: [...about],
    facts: isSymbologyName(name) ? listCodeFacts(name) : listElementFacts(name),
    sizes: listSizes(name),
    mistakes: mistakes.map((mistake) => ({ ...mistake })),
    similar: listSimilar(name),
    previous: previous ? getNameAndTitle(previous) : null,
    next: next ? getNameAndTitle(next) : null,
  };
  entries.set(name, entry);
  return entry;
};
