/** In this tab, for the time it takes to go from one page to the other. */
const KEY = 'incoming-design';

/** Hands a template, as JSON, to the designer of a new label. False when the browser keeps nothing. */
export const sendDesign = (name: string, json: string): boolean => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ name, json }));
    return true;
  } catch {
    return false;
  }
};

/** What another page has handed over, once: the designer checks it like a file. */
export const takeDesign = (): { name: string; json: string } | null => {
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
