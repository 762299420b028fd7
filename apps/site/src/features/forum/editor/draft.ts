/** What was typed and not sent, in this browser. */
export type Draft = { title: string; gid: string; content: string; at: number };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The kept draft; null when there is none, or what is there is none. */
export const readDraft = (key: string): Draft | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { title, gid, content, at } = kept as Record<string, unknown>;
    const draft = { title: text(title), gid: text(gid), content: text(content), at: Number(at) };
    return draft.at > 0 && (draft.title || draft.content) ? draft : null;
  } catch {
    return null;
  }
};

/** Keeps a draft, an empty one not. False when the browser refuses. */
export const keepDraft = (key: string, draft: Draft): boolean => {
  try {
    if (draft.title || draft.content) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
};

export const dropDraft = (key: string): void => {
  try {
    localStorage.removeItem(key);
  } catch {
    // Refused: then none was kept either.
  }
};
