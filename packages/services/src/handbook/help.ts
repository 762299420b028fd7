import type { Images, Template } from '@yunbiao/label';
import type { CodeElement, ElementBox } from '@yunbiao/label/template';
import type { LeastCode } from '@yunbiao/label/least';

/** What goes wrong with it, and what to do. */
export type Mistake = { seen: string; mend: string };

/** What is said of anything in the handbook. Chinese, for whoever prints labels. */
type Help = {
  /** Other names it is known and looked for by. */
  also: readonly string[];
  /** What it is for, in a sentence. */
  use: string;
  /** More about it, a paragraph each. */
  about: readonly string[];
  /** What it holds, in a few words. */
  holds: string;
  mistakes: readonly Mistake[];
};

/** A code as a sample label has it: the label gives it its place. */
export type Coded<E extends CodeElement = CodeElement> = E extends CodeElement
  ? Omit<E, keyof ElementBox>
  : never;

/** How many of what a code can hold at most; the tests fill it, and then once more. */
export type Most = {
  count: number;
  /** Counted and named: `位数字`. */
  of: string;
  /** A content of so many. */
  filled: (count: number) => string;
};

/** What the standard of a trade asks for, beyond what the engine does. */
export type Trade = LeastCode & { title: string; say: string };

export type CodeHelp = Help & {
  /** Where the engine's registry has no name for it. */
  title?: string;
  /** How much, in words; what is said besides the one number of `most`, or before its numbers. */
  length: string;
  most?: readonly Most[];
  check: string;
  correction: string;
  /** Names of the standards that define it. */
  standards: readonly string[];
  trade?: Trade;
  sample: CodeSample;
  /** Others to look at before one decides. */
  similar: readonly CodeElement['type'][];
};

/** A label with one code and what stands beside it. */
export type CodeSample = {
  widthMm: number;
  heightMm: number;
  /** In bold; then lines below it, or one at the right above bars. */
  head: string;
  lines?: readonly string[];
  code: Coded;
};

/** What is least of an element that is no code. */
export type LeastKind = 'line' | 'text' | 'dot';

export type ElementHelp = Help & {
  title: string;
  /** More facts, by their names. */
  facts: readonly { label: string; value: string }[];
  least?: LeastKind;
  sample: ElementSample;
};

export type ElementSample = {
  template: Template;
  /** What is to be seen, in words. */
  alt: string;
  images?: Images;
};
