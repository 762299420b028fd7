import {
  getThemeColorMedia,
  type PageTheme,
  THEME_COLOR_TAGS,
  THEME_COLORS,
  THEME_KEY,
} from './theme.ts';

/**
 * `system` follows the operating system. `light` and `dark` are choices stored in local storage.
 */
export type Theme = 'system' | 'light' | 'dark';

export const readTheme = (): Theme => {
  const pageTheme = document.documentElement.dataset.theme;
  return pageTheme === 'light' || pageTheme === 'dark' ? pageTheme : 'system';
};

/** Chooses the `theme-color` of the page. */
const applyThemeColor = (theme: Theme): void => {
  for (const tag of document.querySelectorAll<HTMLMetaElement>(THEME_COLOR_TAGS)) {
    const ownTheme: PageTheme = tag.content === THEME_COLORS.dark ? 'dark' : 'light';
    if (theme === 'system') tag.media = getThemeColorMedia(ownTheme);
    else tag.media = ownTheme === theme ? 'all' : 'not all';
  }
};

export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  applyThemeColor(theme);
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Private windows may block storage. The choice then lasts until the page is closed.
  }
};
