/**
 * `system` follows the operating system. `light` and `dark` are choices stored in local storage.
 */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

/** Runs in the head before the first paint, so that a stored theme does not flash. */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`;

export const readTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
};

export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Private windows may block storage. The choice then lasts until the page is closed.
  }
};
