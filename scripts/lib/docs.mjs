import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

/** Names that exist only on a running machine, or are patterns rather than paths. */
const NOT_A_PATH = /[*{}<>$…|\s]|^\.\/data|^data\/|^https?:|^mailto:|^tcp:|^@/;

/** First segments that make a quoted word a path of this repository, or, `src`, of the package it is written in. */
const ROOT_FOLDERS = /^(apps|packages|docs|deploy|e2e|bench|scripts|fixtures|src|\.ci)\//;

/** A bare name is a path only when it can be nothing but a file of the root. */
const ROOT_FILE = /^([A-Z]+\.md|(package|package-lock|tsconfig)\.json|vitest\.config\.ts)$/;

const withoutFences = (text) =>
  text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));

/** What stands in backticks. */
const listCode = (text) => [...text.matchAll(/`([^`\n]+)`/g)];

const getLine = (text, index) => text.slice(0, index).split('\n').length;

const links = (text) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((one) => ({
    target: one[1].replace(/#.*$/, ''),
    index: one.index,
    relative: true,
  }));

/** `a/{b,c}.ts` → `a/b.ts` and `a/c.ts`; a single name in braces is a placeholder. */
export const expandBraces = (path) => {
  const found = /\{([^{}]*,[^{}]*)\}/.exec(path);
  if (!found) return [path];
  return found[1].split(',').flatMap((name) => expandBraces(path.replace(found[0], () => name)));
};

const quoted = (text) =>
  listCode(text)
    .flatMap((one) =>
      expandBraces(one[1].replace(/[:#]\d+$/, '')).map((target) => ({
        target,
        index: one.index,
        relative: false,
      })),
    )
    .filter(({ target }) => ROOT_FOLDERS.test(target) || ROOT_FILE.test(target));

/**
 * Dead paths and unknown npm scripts in one document.
 * @param {{ root: string, file: string, text: string, scripts: Set<string> }} document
 * @returns {string[]} one `file:line what` per finding
 */
export const deadReferences = ({ root, file, text, scripts }) => {
  const found = [];
  const prose = withoutFences(text);
  for (const { target, index, relative } of [...links(prose), ...quoted(prose)]) {
    if (target === '' || NOT_A_PATH.test(target)) continue;
    const near = normalize(join(dirname(file), target));
    const candidates = relative ? [near] : [target, near];
    if (!candidates.some((one) => existsSync(join(root, one)))) {
      found.push(`${file}:${getLine(text, index)} 路径不存在：${target}`);
    }
  }
  for (const one of text.matchAll(/npm run ([\w:-]+)|npm (start|test)\b/g)) {
    const name = one[1] ?? one[2];
    if (!scripts.has(name)) {
      found.push(`${file}:${getLine(text, one.index)} 没有这个 npm 脚本：${name}`);
    }
  }
  return found;
};

/** `listRows`: the name of something in the sources. In a path, a key of bytes or an option it is none. */
const CAMEL = /(?<![\w$/.\\-])[a-z][a-z0-9]*[A-Z]\w*(?![\w/-])/g;

/** Names of libraries that were tried and are not used. */
const OUTSIDE = new Set(['useWatch']);

/** Names in camel case that the sources use. */
export const listNames = (sources) =>
  new Set(
    sources
      // This file names what it lets pass.
      .filter(({ path }) => !path.startsWith('scripts/lib/docs.'))
      .flatMap(({ text }) => text.match(/(?<!\w)[a-z][a-z0-9]*[A-Z]\w*/g) ?? []),
  );

/**
 * Names in backticks that no source has.
 * @param {{ file: string, text: string, names: Set<string> }} document
 * @returns {string[]} one `file:line what` per finding
 */
export const findUnknownNames = ({ file, text, names }) =>
  listCode(withoutFences(text)).flatMap(({ 1: code, index }) =>
    (code.match(CAMEL) ?? [])
      .filter((name) => !names.has(name) && !OUTSIDE.has(name))
      .map((name) => `${file}:${getLine(text, index)} 源码里没有这个名字：${name}`),
  );

const markdownUnder = (root, path) => {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => {
    const child = `${path}/${name}`;
    if (statSync(join(root, child)).isDirectory()) return markdownUnder(root, child);
    return name.endsWith('.md') ? [child] : [];
  });
};

const parts = (root) =>
  ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .map((one) => `${folder}/${one.name}`),
  );

/** Quotes paths as they were when it was written. */
const ARCHIVE = 'docs/decisions/archive.md';

/** The documents whose paths must exist. */
export const documents = (root) =>
  [
    'README.md',
    'AGENTS.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'docs',
    ...parts(root).flatMap((part) => [`${part}/README.md`, `${part}/AGENTS.md`]),
    'packages/label/fonts',
    'e2e/AGENTS.md',
    'e2e/printers',
    'fixtures/hanzi',
    'scripts/AGENTS.md',
  ]
    .flatMap((one) => markdownUnder(root, one))
    .filter((file) => file !== ARCHIVE);

const MAX_LINES = 40;

/**
 * Packages and apps that do not open with a short README: what it is, what it must not know, where to start reading.
 * @returns {string[]} one line a finding
 */
export const unintroduced = (root) =>
  parts(root).flatMap((part) => {
    const file = `${part}/README.md`;
    if (!existsSync(join(root, file)))
      return [`${file} 没有：写明它是什么、不能知道什么、从哪里读起`];
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
    return lines > MAX_LINES ? [`${file} 有 ${lines} 行，最多 ${MAX_LINES} 行`] : [];
  });
