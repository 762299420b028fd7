import { LINEAR } from '@yunbiao/label';
import { RARE_CODES } from '@yunbiao/label/rare-codes';
import type { CodeElement } from '@yunbiao/label/template';
import { CODES } from './codes/codes.ts';
import { ELEMENTS } from './elements/elements.ts';
import type { CodeHelp, ElementHelp } from './help.ts';

export type CodeName = CodeElement['type'];
export type ElementName = keyof typeof ELEMENTS;
export type HandbookName = CodeName | ElementName;

export const CODE_NAMES = Object.keys(CODES) as CodeName[];
export const ELEMENT_NAMES = Object.keys(ELEMENTS) as ElementName[];
/** In the order of the handbook. */
export const HANDBOOK_NAMES: readonly HandbookName[] = [...CODE_NAMES, ...ELEMENT_NAMES];

export const isCodeName = (name: string): name is CodeName => Object.hasOwn(CODES, name);
export const isHandbookName = (name: string): name is HandbookName =>
  isCodeName(name) || Object.hasOwn(ELEMENTS, name);

const TITLES: Partial<Record<string, { title: string }>> = { ...LINEAR, ...RARE_CODES.linear };

/** As the engine names it, where it does. */
export const getTitle = (name: HandbookName): string =>
  isCodeName(name) ? (TITLES[name]?.title ?? CODES[name].title ?? name) : ELEMENTS[name].title;

/** What is said of it, whatever it is. */
export const getHelp = (name: HandbookName): CodeHelp | ElementHelp =>
  isCodeName(name) ? CODES[name] : ELEMENTS[name];
