/** Key of the stored choice in local storage. */
export const THEME_KEY = 'theme';

/** Colours of the browser around the page: `--paper` of each theme. */
export const THEME_COLORS = { light: '#fbfaf7', dark: '#111316' } as const;

export type PageTheme = keyof typeof THEME_COLORS;

/**
 * Media query of the `theme-color` of one theme while the page follows the system. Only this
 * attribute changes with the theme: React finds the tags by their content.
 */
export const getThemeColorMedia = (theme: PageTheme): string => `(prefers-color-scheme: ${theme})`;

export const THEME_COLOR_TAGS = 'meta[name=theme-color]';

/**
 * Runs in the head before the first paint, so that a stored theme does not flash. The tags of
 * `theme-color` stand above it.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark'){document.documentElement.dataset.theme=t;document.querySelectorAll('${THEME_COLOR_TAGS}').forEach(function(m){m.media=m.content==={light:'${THEME_COLORS.light}',dark:'${THEME_COLORS.dark}'}[t]?'all':'not all'})}}catch(e){}`;
