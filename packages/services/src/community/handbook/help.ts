import type { Images, Template } from '@yunbiao/label';
import type { CodeElement, ElementBox } from '@yunbiao/label/template';
import type { MinimumCodeSize } from '@yunbiao/label/minimum-size';

/** A common mistake: the symptom (`seen`) and the remedy (`mend`). */
export type Mistake = { seen: string; mend: string };

/** Common texts of handbook entries, in Chinese, for people who print labels. */
type Help = {
  /** Synonyms, also for search. */
  also: readonly string[];
  /** Purpose, one sentence. */
  use: string;
  /** Further paragraphs. */
  about: readonly string[];
  /** Content that it can hold, in short: `汉字、字母、数字、符号`. */
  holds: string;
  mistakes: readonly Mistake[];
};

/** A code of a sample label; its position comes from the label. */
export type UnplacedCode<E extends CodeElement = CodeElement> = E extends CodeElement
  ? Omit<E, keyof ElementBox>
  : never;

/** Maximum content of a code. Tests check that it fits and that one more does not. */
export type MaxContent = {
  count: number;
  /** Unit after the number: `位数字`. */
  unit: string;
  /** Builds a content of that length. */
  buildContent: (count: number) => string;
};

/** Requirements of a trade's standard beyond those of the engine. */
export type TradeRequirement = MinimumCodeSize & { title: string; say: string };

export type CodeHelp = Help & {
  /** Set if the engine's registry has no name. */
  title?: string;
  /** Length as text, in addition to the numbers in `maxContents`. */
  length: string;
  maxContents?: readonly MaxContent[];
  check: string;
  correction: string;
  /** Names of the standards that define it. */
  standards: readonly string[];
  trade?: TradeRequirement;
  sample: CodeSample;
  /** Alternatives. */
  similar: readonly CodeElement['type'][];
};

/** A label with one code and text next to it. */
export type CodeSample = {
  widthMm: number;
  heightMm: number;
  /** Bold text, then the lines below it. Above linear codes a single line, aligned right. */
  head: string;
  lines?: readonly string[];
  code: UnplacedCode;
};

/** Minimum size of an element that is not a code. */
export type MinimumKind = 'line' | 'text' | 'dot';

export type ElementHelp = Help & {
  title: string;
  /** Further facts. */
  facts: readonly { label: string; value: string }[];
  least?: MinimumKind;
  sample: ElementSample;
};

export type ElementSample = {
  template: Template;
  /** Text description of the picture. */
  alt: string;
  images?: Images;
};
