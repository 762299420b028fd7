import type { CallOutput } from '@yunbiao/contract';
import { isLinear } from '@yunbiao/label/template';
import { notFound } from '../errors.ts';
import { CHOICES } from './choices.ts';
import { getCode } from './code-label.ts';
import { CODES } from './codes/codes.ts';
import { handbookPicture, type PictureName } from './draw.ts';
import { ELEMENTS } from './elements/elements.ts';
import type { CodeHelp } from './help.ts';
import {
  type CodeName,
  type ElementName,
  HANDBOOK_NAMES,
  type HandbookName,
  getHelp,
  isCodeName,
  isHandbookName,
  getTitle,
} from './names.ts';
import { elementSizes, getLevel, LEVELS, quietText, sizesAt } from './sizes.ts';

type Handbook = CallOutput<'handbook'>;
type Row = Handbook['entries'][number];
type Entry = CallOutput<'handbookEntry'>;
type Named = Entry['similar'][number];

const getKind = (name: HandbookName): Row['kind'] => {
  if (!isCodeName(name)) return 'element';
  return isLinear(getCode(name)) ? 'linear' : 'matrix';
};

/** Where the server answers with it; the hash changes with the drawing. */
const getPicture = (name: PictureName): Row['picture'] => {
  const picture = handbookPicture(name);
  if (!picture) throw new Error(`the handbook has no picture ${name}`);
  const { svg: _, hash, ...rest } = picture;
  return { url: `/static/handbook/${name}-${hash}.svg`, ...rest };
};

const toEntry = (name: HandbookName) => ({ name, title: getTitle(name) });

const getRow = (name: HandbookName): Row => {
  const { use, holds } = getHelp(name);
  return {
    ...toEntry(name),
    kind: getKind(name),
    use,
    holds,
    picture: getPicture(name),
    sizes: isCodeName(name) ? sizesAt(name, 'comfortable') : [],
  };
};

const write = async (): Promise<Handbook> => {
  const rows: Row[] = [];
  for (const name of HANDBOOK_NAMES) {
    rows.push(getRow(name));
    // All labels together take a quarter of a second: others are answered between two.
    await new Promise(setImmediate);
  }
  const choices = CHOICES.map(({ want, why, names }) => ({
    want,
    why,
    entries: names.map(toEntry),
  }));
  return { choices, entries: rows };
};

let handbook: Promise<Handbook> | undefined;

/** All that labels can show, and which of it for what. The same for every software, as long as the process runs. */
export const getHandbook = (): Promise<Handbook> => {
  if (handbook) return handbook;
  handbook = write();
  // What failed once is tried again.
  handbook.catch(() => {
    handbook = undefined;
  });
  return handbook;
};

const getLength = ({ length, most = [] }: CodeHelp): string => {
  const counts = most.map(({ count, of }) => `${count} ${of}`);
  if (counts.length > 1) return `${length}：${counts.join('，或 ')}`;
  return [...counts.map((count) => `最多 ${count}`), length].filter(Boolean).join('，');
};

const codeFacts = (name: CodeName): Entry['facts'] => {
  const help: CodeHelp = CODES[name];
  return [
    { label: '能放什么', value: help.holds },
    { label: '能放多少', value: getLength(help) },
    { label: '校验位', value: help.check },
    { label: '纠错', value: help.correction },
    { label: '四周空白', value: quietText(name) },
    { label: '标准', value: help.standards.join('，') },
    { label: '图里放的', value: help.sample.code.content },
  ];
};

const elementFacts = (name: ElementName): Entry['facts'] => {
  const { holds, facts } = ELEMENTS[name];
  return [{ label: '能放什么', value: holds }, ...facts];
};

const similarTo = (name: HandbookName): Named[] =>
  (isCodeName(name) ? CODES[name].similar : []).map((other) => ({
    ...toEntry(other),
    use: CODES[other].use,
  }));

const listSizes = (name: HandbookName): Entry['sizes'] => {
  if (isCodeName(name))
    return LEVELS.flatMap((level) => {
      const sizes = getLevel(name, level);
      return sizes ? { ...sizes, picture: getPicture(`${name}_${level}`) } : [];
    });
  const { least } = ELEMENTS[name];
  return least ? [{ ...elementSizes(least), picture: null }] : [];
};

const entries = new Map<HandbookName, Entry>();

/** One code or element, with all that is said of it. @throws 404 */
export const handbookEntry = (name: string): Entry => {
  if (!isHandbookName(name)) throw notFound('手册里没有这一种');
  const known = entries.get(name);
  if (known) return known;
  const { also, about, mistakes } = getHelp(name);
  const at = HANDBOOK_NAMES.indexOf(name);
  const [previous, next] = [HANDBOOK_NAMES[at - 1], HANDBOOK_NAMES[at + 1]];
  const { sizes: _, ...row } = getRow(name);
  const entry: Entry = {
    ...row,
    also: [...also],
    about: [...about],
    facts: isCodeName(name) ? codeFacts(name) : elementFacts(name),
    sizes: listSizes(name),
    mistakes: mistakes.map((one) => ({ ...one })),
    similar: similarTo(name),
    previous: previous ? toEntry(previous) : null,
    next: next ? toEntry(next) : null,
  };
  entries.set(name, entry);
  return entry;
};
