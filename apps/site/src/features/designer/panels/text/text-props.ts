import type { TextElement } from '@yunbiao/label';
import type { Patch } from '@yunbiao/designer/edit';

export type TextProps = {
  /** The first of the selected texts. */
  text: TextElement;
  /** Changes all selected texts. */
  set: (description: string, patch: Patch, key?: string) => void;
};

export const isVertical = ({ writingMode }: TextElement): boolean => writingMode === 'vertical-rl';
