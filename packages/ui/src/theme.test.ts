import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getThemeColorMedia, THEME_COLORS, THEME_SCRIPT } from './theme.ts';
import { applyTheme } from './theme-choice.ts';

const createPage = (stored: string | null = null) => {
  const tags = (['light', 'dark'] as const).map((theme) => ({
    content: THEME_COLORS[theme],
    media: getThemeColorMedia(theme),
  }));
  const globals = {
    document: { documentElement: { dataset: {} }, querySelectorAll: () => tags },
    localStorage: {
      getItem: () => stored,
      setItem: () => undefined,
      removeItem: () => undefined,
    },
  };
  return { globals, listMedia: () => tags.map(({ media }) => media) };
};

const BY_SYSTEM = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'];

describe('the colour of the browser around the page', () => {
  afterEach(() => vi.unstubAllGlobals());
  it('is that of the page', () => {
    const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
    const [light, dark] = [...css.matchAll(/--paper: (#[0-9a-f]{6})/g)].map(([, color]) => color);
    expect(THEME_COLORS).toEqual({ light, dark });
  });
  it('follows a stored theme before the first paint', () => {
    const list = (stored: string | null) => {
      const { globals, listMedia } = createPage(stored);
      runInNewContext(THEME_SCRIPT, globals);
      return listMedia();
    };
    expect(list('dark')).toEqual(['not all', 'all']);
    expect(list('light')).toEqual(['all', 'not all']);
    expect(list(null)).toEqual(BY_SYSTEM);
  });
  it('follows the theme that is chosen, and the system again', () => {
    const { globals, listMedia } = createPage();
    vi.stubGlobal('document', globals.document);
    vi.stubGlobal('localStorage', globals.localStorage);
    const list = (theme: Parameters<typeof applyTheme>[0]) => {
      applyTheme(theme);
      return listMedia();
    };
    expect(list('dark')).toEqual(['not all', 'all']);
    expect(list('light')).toEqual(['all', 'not all']);
    expect(list('system')).toEqual(BY_SYSTEM);
  });
});
