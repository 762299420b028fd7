import type { ElementSample } from '../handbook/help.ts';

/** A label drawn by the engine; `note` is under it where a figure has several. */
export type GuidePicture = ElementSample & { note?: string };

/** Lines have the marks of `parseGuideText`. */
export type GuideBlock =
  | { kind: 'text'; text: string }
  /** What to do, in order. */
  | { kind: 'steps'; items: readonly string[] }
  /** A symptom and its remedy. */
  | { kind: 'cases'; items: readonly { seen: string; mend: string }[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'figure'; caption: string; pictures: readonly GuidePicture[] };

export type GuideSection = { heading: string; blocks: readonly GuideBlock[] };

/** A guide for people who print labels and do not program. */
export type GuideHelp<Name extends string = string> = {
  group: GuideGroup;
  /** One or two sentences. */
  summary: string;
  /** Words people search for. */
  also: readonly string[];
  sections: readonly GuideSection[];
  related: readonly Name[];
};

export const GUIDE_GROUPS = ['从头开始', '哪里不对', '别的事'] as const;
export type GuideGroup = (typeof GUIDE_GROUPS)[number];
