import type { Designer } from '../designer.ts';

/**
 * Designer of a template saved for the first time. Saving navigates to a new URL, where the page
 * continues with this state.
 */
let retained: { id: string; designer: Designer } | null = null;

export const retainDesigner = (id: string, designer: Designer): void => {
  retained = { id, designer };
};

export const findRetainedDesigner = (id: string): Designer | null =>
  retained?.id === id ? retained.designer : null;

/** Called once the new page has taken over. A later visit starts from the stored template. */
export const releaseDesigner = (): void => {
  retained = null;
};
