import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

/** Texts in backticks that are no paths: patterns, addresses, and paths that exist only on a running machine. */
const NOT_A_PATH = /[*{}<>$…|\s]|^\.\/data|^data\/|^https?:|^mailto:|^tcp:|^@/;

/** First segments of paths of this repository; `src` is relative to the package that contains the document. */
const ROOT_FOLDERS = /^(apps|packages|docs|deploy|e2e|bench|scripts|fixtures|src|\.ci)\//;

/** Names of files in the root of the repository. */
const ROOT_FILE = /^([A-Z]+\.md|(package|package-lock|tsconfig)\.json|vitest\.config\.ts)$/;

const blankCodeBlocks = (text) =>
  text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));

/** Matches of texts in backticks. */
const findInlineCode = (text) => [...text.matchAll(/`([^`\n]+)`/g)];

const getLineNumber = (text, index) => text.slice(0, index).split('\n').length;

const findLinks = (text) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => ({
    target: match[1].replace(/#.*$/, ''),
    index: match.index,
    relative: true,
  }));

/** `a/{b,c}.ts` → `a/b.ts` and `a/c.ts`; a single name in braces is a placeholder. */
export const expandBraces = (path) => {
  const braces = /\{([^{}]*,[^{}]*)\}/.exec(path);
  if (!braces) return [path];
  return braces[1].split(',').flatMap((name) => expandBraces(path.replace(braces[0], () => name)));
};

const findQuotedPaths = (text) =>
  findInlineCode(text)
    .flatMap((match) =>
      expandBraces(match[1].replace(/[:#]\d+$/, '')).map((target) => ({
        target,
        index: match.index,
        relative: false,
      })),
    )
    .filter(({ target }) => ROOT_FOLDERS.test(target) || ROOT_FILE.test(target));

/**
 * Dead paths and unknown npm scripts in one document.
 * @param {{ root: string, file: string, text: string, scripts: Set<string> }} document
 * @returns {string[]} one `file:line what` per finding
 */
export const findDeadReferences = ({ root, file, text, scripts }) => {
  const deadReferences = [];
  const prose = blankCodeBlocks(text);
  for (const { target, index, relative } of [...findLinks(prose), ...findQuotedPaths(prose)]) {
    if (target === '' || NOT_A_PATH.test(target)) continue;
    const near = normalize(join(dirname(file), target));
    const candidates = relative ? [near] : [target, near];
    if (!candidates.some((candidate) => existsSync(join(root, candidate)))) {
      deadReferences.push(`${file}:${getLineNumber(text, index)} 路径不存在：${target}`);
    }
  }
  for (const match of text.matchAll(/npm run ([\w:-]+)|npm (start|test)\b/g)) {
    const name = match[1] ?? match[2];
    if (!scripts.has(name)) {
      deadReferences.push(`${file}:${getLineNumber(text, match.index)} 没有这个 npm 脚本：${name}`);
    }
  }
  return deadReferences;
};

/** A camel-case name such as `listRows`; not inside a path, a storage key or an option. */
const CAMEL = /(?<![\w$/.\\-])[a-z][a-z0-9]*[A-Z]\w*(?![\w/-])/g;

/** Names of libraries that documents mention although the product does not use them. */
const OUTSIDE = new Set(['useWatch']);

/** All camel-case names in the sources. */
export const listCamelCaseNames = (sources) =>
  new Set(
    sources
      // This file lists the exceptions by name.
      .filter(({ path }) => !path.startsWith('scripts/lib/docs.'))
      .flatMap(({ text }) => text.match(/(?<!\w)[a-z][a-z0-9]*[A-Z]\w*/g) ?? []),
  );

/**
 * Names in backticks that no source has.
 * @param {{ file: string, text: string, names: Set<string> }} document
 * @returns {string[]} one `file:line what` per finding
 */
export const findUnknownNames = ({ file, text, names }) =>
  findInlineCode(blankCodeBlocks(text)).flatMap(({ 1: code, index }) =>
    (code.match(CAMEL) ?? [])
      .filter((name) => !names.has(name) && !OUTSIDE.has(name))
      .map((name) => `${file}:${getLineNumber(text, index)} 源码里没有这个名字：${name}`),
  );

const listMarkdownFiles = (root, path) => {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => {
    const child = `${path}/${name}`;
    if (statSync(join(root, child)).isDirectory()) return listMarkdownFiles(root, child);
    return name.endsWith('.md') ? [child] : [];
  });
};

const listPackagesAndApps = (root) =>
  ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${folder}/${entry.name}`),
  );

/** Quotes paths of earlier versions. */
const ARCHIVE = 'docs/decisions/archive.md';

/** Documents whose paths are checked. */
export const listDocuments = (root) =>
  [
    'README.md',
    'AGENTS.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'docs',
    ...listPackagesAndApps(root).flatMap((part) => [`${part}/README.md`, `${part}/AGENTS.md`]),
    'packages/label/fonts',
    'e2e/AGENTS.md',
    'e2e/printers',
    'fixtures/hanzi',
    'scripts/AGENTS.md',
  ]
    .flatMap((folder) => listMarkdownFiles(root, folder))
    .filter((file) => file !== ARCHIVE);

const MAX_LINES = 40;

/**
 * Packages and apps that do not open with a short README: what it is, what it must not know, where to start reading.
 * @returns {string[]} one line a finding
 */
export const findMissingReadmes = (root) =>
  listPackagesAndApps(root).flatMap((part) => {
    const file = `${part}/README.md`;
    if (!existsSync(join(root, file)))
      return [`${file} 没有：写明它是什么、不能知道什么、从哪里读起`];
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
    return lines > MAX_LINES ? [`${file} 有 ${lines} 行，最多 ${MAX_LINES} 行`] : [];
  });
