/**
 * `system` follows the operating system. `light` and `dark` are choices stored in local storage.
 */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

/** Colours of the browser around the page: `--paper` of each theme. */
export const THEME_COLORS = { light: '#fbfaf7', dark: '#111316' } as const;

type PageTheme = keyof typeof THEME_COLORS;

/**
 * Media query of the `theme-color` of one theme while the page follows the system. Only this
 * attribute changes with the theme: React finds the tags by their content.
 */
export const getThemeColorMedia = (theme: PageTheme): string => `(prefers-color-scheme: ${theme})`;

const THEME_COLOR_TAGS = 'meta[name=theme-color]';

/**
 * Runs in the head before the first paint, so that a stored theme does not flash. The tags of
 * `theme-color` stand above it.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;document.querySelectorAll('${THEME_COLOR_TAGS}').forEach(function(m){m.media=m.content==={light:'${THEME_COLORS.light}',dark:'${THEME_COLORS.dark}'}[t]?'all':'not all'})}}catch(e){}`;

export const readTheme = (): Theme => {
  const pageTheme = document.documentElement.dataset.theme;
  return pageTheme === 'light' || pageTheme === 'dark' ? pageTheme : 'system';
};

/** Chooses the `theme-color` of the page. */
const applyThemeColor = (theme: Theme): void => {
  for (const tag of document.querySelectorAll<HTMLMetaElement>(THEME_COLOR_TAGS)) {
    const own: PageTheme = tag.content === THEME_COLORS.dark ? 'dark' : 'light';
    if (theme === 'system') tag.media = getThemeColorMedia(own);
    else tag.media = own === theme ? 'all' : 'not all';
  }
};

export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  applyThemeColor(theme);
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Private windows may block storage. The choice then lasts until the page is closed.
  }
};
