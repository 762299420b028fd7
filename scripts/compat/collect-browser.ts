import {
  DEVICE_COOKIE,
  PASSKEY_COOKIE,
  WECHAT_COOKIE,
} from '../../apps/server/src/api/browser-cookies.ts';
import type { Entries } from './entries.ts';
import { listSources, readSource } from './sources.ts';

/**
 * Names under which browsers store data, and the constant that defines each. A renamed key loses the stored data. They
 * are read from the source text, because the modules of pages run only in browsers.
 */
const NAMES: readonly (readonly [area: string, file: string, ...constants: string[]])[] = [
  ['cookie', 'apps/server/src/http/token-cookie.ts', 'NAME'],
  ['cookie', 'apps/site/src/shell/session/token.ts', 'TOKEN_COOKIE'],
  [
    'local storage',
    'apps/site/src/kit/site/local-storage.ts',
    'rememberedToken',
    'tokenWrittenAt',
    'tourDone',
    'lastSoftware',
    'shareCode',
  ],
  ['local storage', 'packages/ui/src/theme.ts', 'THEME_KEY'],
  ['local and session storage', 'apps/site/src/kit/form/drafts.ts', 'PREFIX', 'TOKEN_PREFIX'],
  ['session storage', 'apps/site/src/kit/label/incoming-design.ts', 'KEY'],
  ['draft', 'apps/site/src/kit/data/row-transfer.ts', 'getPrintDraftName'],
  ['draft', 'apps/site/src/kit/data/stored-data.ts', 'getDataDraftName'],
  ['draft', 'apps/site/src/kit/design/design-draft.ts', 'buildDesignDraftName'],
  ['draft', 'apps/site/src/features/forum/editor/draft.ts', 'ask', 'askEdit', 'reply', 'replyEdit'],
  ['draft', 'apps/site/src/features/printer-config/draft.ts', 'getConfigDraftName'],
  ['draft', 'apps/site/src/features/profile/draft.ts', 'PROFILE_DRAFT'],
];

const KEEPS =
  /\b(?:localStorage|sessionStorage|indexedDB|caches\.open)\b|document\.cookie|set-cookie/i;

const KNOWN = new Set([
  ...NAMES.map(([, file]) => file),
  'apps/server/src/api/browser-cookies.ts',
  // Stores the theme under the name of theme.ts.
  'packages/ui/src/theme-choice.ts',
  // Stands in for WeChat's own pages.
  'packages/wechat-stand-in/src/phone.ts',
]);

/** Value of `const NAME = 'x'`, or the text a function returns; `${alias}` in it becomes `{alias}`. */
const readName = (file: string, constant: string): string => {
  const pattern = new RegExp(
    String.raw`\b${constant}(?: =|:) (?:\([^)]*\): string =>\s*)?(['\x60])(.*?)\1`,
  );
  const name = pattern.exec(readSource(file))?.[2];
  if (name === undefined) throw new Error(`${file} has no ${constant} any more`);
  return name.replaceAll(/\$\{(\w+)\}/g, '{$1}');
};

export const collectBrowser = (): Entries => {
  const unlisted = listSources().find(({ path, text }) => KEEPS.test(text) && !KNOWN.has(path));
  if (unlisted)
    throw new Error(
      `${unlisted.path} has a browser keep something: name it in NAMES (collect-browser.ts)`,
    );
  return new Map([
    ...NAMES.flatMap(([area, file, ...constants]) =>
      constants.map((constant): [string, string] => [`${area} ${readName(file, constant)}`, '']),
    ),
    ...[DEVICE_COOKIE, PASSKEY_COOKIE, WECHAT_COOKIE].map(({ name, maxAgeS }): [string, string] => [
      `cookie ${name}`,
      `${maxAgeS} s`,
    ]),
  ]);
};
