import type { CodeElement, TemplateElement } from '@yunbiao/label/template';
import type { ElementHelp } from '../help.ts';
import { SHAPES } from './shapes.ts';
import { TEXTS } from './texts.ts';
import { WORKED } from './worked.ts';

type ElementName = Exclude<TemplateElement['type'], CodeElement['type']>;
/** What is no element of its own, but what people look for. */
type Topic = 'vertical-text' | 'field' | 'formula' | 'serial';

/** Help for every element that is no code: a new one does not compile without its own. In the order of the handbook. */
export const ELEMENTS: Readonly<Record<ElementName | Topic, ElementHelp>> = {
  ...TEXTS,
  ...WORKED,
  ...SHAPES,
};
