import type { CodeElement, TemplateElement } from '@yunbiao/label/template';
import type { ElementHelp } from '../help.ts';
import { SHAPES } from './shapes.ts';
import { TEXTS } from './texts.ts';
import { COMPUTED } from './computed.ts';

type ElementName = Exclude<TemplateElement['type'], CodeElement['type']>;
/** Topics that are not elements but that people look for. */
type Topic = 'vertical-text' | 'field' | 'formula' | 'serial';

/**
 * Help for every non-code element, in handbook order. The compiler requires an entry for each new
 * element.
 */
export const ELEMENTS: Readonly<Record<ElementName | Topic, ElementHelp>> = {
  ...TEXTS,
  ...COMPUTED,
  ...SHAPES,
};
