import type { DictEntry, Dictionary } from './stores.ts';

const NONE: readonly DictEntry[] = [];

/** The entries of a type that hold here: the software's own where it has any, else the common ones. */
export const readEntries = (
  { dict, bizDict }: Dictionary,
  dictType: string,
): readonly DictEntry[] => bizDict[dictType] ?? dict[dictType] ?? NONE;
