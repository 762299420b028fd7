import { LINEAR } from '@yunbiao/label';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import type { CodeElement } from '@yunbiao/label/template';
import { CODES } from './codes/codes.ts';
import { ELEMENTS } from './elements/elements.ts';
import type { CodeHelp, ElementHelp } from './help.ts';

export type CodeName = CodeElement['type'];
export type ElementName = keyof typeof ELEMENTS;
export type HandbookName = CodeName | ElementName;

export const CODE_NAMES = Object.keys(CODES) as CodeName[];
export const ELEMENT_NAMES = Object.keys(ELEMENTS) as ElementName[];
/** All entries in handbook order. */
export const HANDBOOK_NAMES: readonly HandbookName[] = [...CODE_NAMES, ...ELEMENT_NAMES];

export const isSymbologyName = (name: string): name is CodeName => Object.hasOwn(CODES, name);
export const isHandbookName = (name: string): name is HandbookName =>
  isSymbologyName(name) || Object.hasOwn(ELEMENTS, name);

const TITLES: Partial<Record<string, { title: string }>> = { ...LINEAR, ...RARE_ENCODERS.linear };

/** Name from the engine's registry, if it has one. */
export const getHandbookTitle = (name: HandbookName): string =>
  isSymbologyName(name) ? (TITLES[name]?.title ?? CODES[name].title ?? name) : ELEMENTS[name].title;

export const getHandbookHelp = (name: HandbookName): CodeHelp | ElementHelp =>
  isSymbologyName(name) ? CODES[name] : ELEMENTS[name];
