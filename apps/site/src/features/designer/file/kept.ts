import type { Designer } from '../designer.ts';

/** A new template gets an address of its own when it is saved: the page there goes on with what was done here. */
let kept: { id: string; designer: Designer } | null = null;

export const keepFor = (id: string, designer: Designer): void => {
  kept = { id, designer };
};

export const keptFor = (id: string): Designer | null => (kept?.id === id ? kept.designer : null);

/** Taken: opened again later, it begins with what is stored. */
export const letGo = (): void => {
  kept = null;
};
