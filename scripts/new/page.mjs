import { PLACEHOLDER } from '../lib/placeholders.mjs';
import { insertBefore, Refusal, requireName, toKebab, toPascal } from './edit.mjs';
import {
  buildLoaderSource,
  buildMemberLoaderSource,
  buildMemberPageSource,
  buildMemberTestSource,
  buildPageSource,
  buildRouteSource,
  buildTestSource,
} from './page-sources.mjs';

export const usage = 'page [user/|tools/]name';

const ROUTES = 'apps/site/src/routes';
const FEATURES = 'apps/site/src/features';
const FRAME = 'apps/site/src/shell/layout/user-frame.tsx';
const PAGES = 'e2e/support/pages.ts';

/** Parses an address as in documents: `/{soft}/user/noteBook` is user/noteBook. */
const parseName = (typedName) => {
  const parts = typedName.replace(/^\/?(?:(?:\{soft\}|\$soft)\/)?/, '').split('/');
  const name = requireName(
    parts.pop() ?? '',
    /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/,
    'the last part of the address in camel case, like noteBook, user/noteBook or tools/noteBook',
  );
  const [under = ''] = parts;
  if (parts.length > 1 || !['', 'user', 'tools'].includes(under))
    throw new Refusal(`“${typedName}”: a page is name, user/name (a member's) or tools/name`);
  return { name, under, isMembers: under === 'user' };
};

const addFiles = (tree, page) => {
  const { file, isMembers, route } = page;
  const folder = `${FEATURES}/${file}`;
  tree.create(route, buildRouteSource(page));
  tree.create(
    `${folder}/load.ts`,
    isMembers ? buildMemberLoaderSource(page) : buildLoaderSource(page),
  );
  tree.create(
    `${folder}/load.test.ts`,
    isMembers ? buildMemberTestSource(page) : buildTestSource(page),
  );
  tree.create(
    `${folder}/${file}-page.tsx`,
    isMembers ? buildMemberPageSource(page) : buildPageSource(page),
  );
};

/** Adds the link to the first group of the menu, and the page to the lists of the tests. */
const registerPage = (tree, { name, under, tail, isMembers }) => {
  if (isMembers) {
    tree.edit(FRAME, (text) =>
      insertBefore(
        text,
        "      { to: '/$soft/user/profile'",
        `      { to: '/$soft/user/${name}', label: '${PLACEHOLDER}：${name}' },\n`,
      ),
    );
    tree.edit(PAGES, (text) => insertBefore(text, "  '/apiKey',\n", `  '/${name}',\n`));
    return;
  }
  tree.edit(PAGES, (text) =>
    insertBefore(
      text,
      "    toPage('/{soft}/vip'",
      `    toPage('/{soft}/${tail}', \`/\${ALIAS}/${tail}\`, crumbs${under === 'tools' ? ", { kind: 'tool' }" : ''}),\n`,
    ),
  );
};

export const plan = (tree, typedName) => {
  const { name, under, isMembers } = parseName(typedName);
  const tail = under === '' ? name : `${under}/${name}`;
  const route = `${ROUTES}/$soft.${tail.replaceAll('/', '.')}.tsx`;
  const file = toKebab(name);
  const folder = `${FEATURES}/${file}`;
  if (tree.list(folder).length > 0) throw new Refusal(`The feature ${folder} is there already`);
  const page = { name, under, tail, route, file, isMembers };
  addFiles(tree, { ...page, address: `/$soft/${tail}`, Component: toPascal(name) });
  registerPage(tree, page);
  return {
    generates: ['apps/site/src/routeTree.gen.ts'],
    remains: [
      `${folder}/load.ts: the calls it is made with${isMembers ? '' : ', title and description in Chinese'}.`,
      `${folder}/${file}-page.tsx: what it shows; pendingComponent of ${route}: the same outline, so that nothing shifts.`,
      `${folder}/load.test.ts: facts about what is loaded.`,
      ...(isMembers
        ? [
            `${route}: the title in Chinese.`,
            `${FRAME}: the link's label in Chinese, in the group where members look for it.`,
          ]
        : [
            `${route}: which parts of the search the kept page has (cache.search).`,
            'packages/services/src/community/seo/site-map.ts: if search engines should know it. A link to it from another page.',
          ]),
      `${PAGES}: ${isMembers ? 'nothing, unless it has several states' : 'the schema.org types it describes itself with'}; npm test -- e2e/axe.test.ts.`,
      'packages/contract/src/features: if members can do more by it, an entry; then npm run generate.',
      'npm run compat -- --update: keeps the address in compat/snapshots/pages.txt.',
    ],
  };
};
