import type { DictEntry, Dictionary } from './stores.ts';

const NONE: readonly DictEntry[] = [];

/**
 * Dictionary entries of a type: those of the software if there are any, otherwise the common ones.
 */
export const getDictionaryEntries = (
  { dict, bizDict }: Dictionary,
  dictType: string,
): readonly DictEntry[] => bizDict[dictType] ?? dict[dictType] ?? NONE;
