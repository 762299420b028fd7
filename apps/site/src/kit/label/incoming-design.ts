/** Session storage key, used only while changing from one page to the other. */
const KEY = 'incoming-design';

/**
 * Passes a template as JSON to the designer of a new label. Returns false when storage is
 * unavailable.
 */
export const storeDesignForDesigner = (name: string, json: string): boolean => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ name, json }));
    return true;
  } catch {
    return false;
  }
};

/** Removes a template that no page has read, so that the next member of this tab cannot see it. */
export const removeIncomingDesign = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
};

/** Reads and removes the template of another page. The designer validates it like a file. */
export const takeIncomingDesign = (): { name: string; json: string } | null => {
  try {
    const { name, json } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<
      string,
      unknown
    >;
    sessionStorage.removeItem(KEY);
    return typeof name === 'string' && typeof json === 'string' ? { name, json } : null;
  } catch {
    return null;
  }
};
