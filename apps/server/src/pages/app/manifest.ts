import { APP_ICONS, type SeoHost } from '@yunbiao/services';

export const MANIFEST_PATH = '/manifest.webmanifest';
export const MANIFEST_TYPE = 'application/manifest+json; charset=utf-8';

/** Colours of the page in the light theme: `--paper` of the site. */
const PAPER_COLOR = '#fbfaf7';

/** Path of an app icon. */
export const getIconPath = (name: string): string => `/static/${name}.png`;

const ICONS = (['icon-192', 'icon-512', 'icon-maskable-512'] as const).map((name) => {
  const { side, isMaskable } = APP_ICONS[name];
  return {
    src: getIconPath(name),
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose: isMaskable ? 'maskable' : 'any',
  };
});

/** Formats the web app manifest: a custom domain is the app of its own software. */
export const formatManifest = ({ own }: SeoHost): string =>
  JSON.stringify({
    id: '/',
    name: own ? own.name : '云标：标签设计和打印',
    short_name: own ? own.name : '云标',
    lang: 'zh-CN',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER_COLOR,
    theme_color: PAPER_COLOR,
    icons: ICONS,
  });
