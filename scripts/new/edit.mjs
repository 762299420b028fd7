import { posix } from 'node:path';

/** A request that cannot be carried out. The message is for the person who typed it; nothing has been written. */
export class Refusal extends Error {}

const requireIndex = (text, anchor, from = 0) => {
  const at =
    typeof anchor === 'string' ? text.indexOf(anchor, from) : text.slice(from).search(anchor);
  if (at < 0)
    throw new Refusal(`The place to register it is not there any more: ${String(anchor)}`);
  return typeof anchor === 'string' ? at : at + from;
};

export const insertBefore = (text, anchor, addition) => {
  const at = requireIndex(text, anchor);
  return text.slice(0, at) + addition + text.slice(at);
};

export const insertAfter = (text, anchor, addition) => {
  const at = requireIndex(text, anchor) + anchor.length;
  return text.slice(0, at) + addition + text.slice(at);
};

export const replaceOnce = (text, anchor, replacement) => {
  const at = requireIndex(text, anchor);
  return text.slice(0, at) + replacement + text.slice(at + anchor.length);
};

/**
 * Adds lines at the end of the block that starts with `opener`: before its closing line, which has the same
 * indentation.
 */
export const addToBlock = (text, opener, lines) => {
  const start = requireIndex(text, opener);
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const indent = /^ */.exec(text.slice(lineStart))[0];
  const close = new RegExp(`^${indent}[}\\])]`, 'm');
  const end = requireIndex(text, close, text.indexOf('\n', start));
  return text.slice(0, end) + lines + text.slice(end);
};

/** Possible orders of a list of imports: by complete specifier, or by file name. */
const ORDERS = [(specifier) => specifier, (specifier) => posix.basename(specifier)];

const countDescents = (keys) => keys.filter((key, i) => i > 0 && key < keys[i - 1]).length;

const IMPORT = /^import\b[^;]*'([^']+)';\n/gm;

/** Adds an import in the order of the others: packages among packages, files among files. */
export const addImport = (text, line) => {
  const specifier = /'([^']+)';$/.exec(line)?.[1] ?? '';
  const allImports = Array.from(text.matchAll(IMPORT), ({ index, 0: { length }, 1: name }) => ({
    name,
    start: index,
    end: index + length,
  }));
  const alike = allImports.filter(({ name }) => name.startsWith('.') === specifier.startsWith('.'));
  const [order] = ORDERS.toSorted(
    (a, b) =>
      countDescents(alike.map(({ name }) => a(name))) -
      countDescents(alike.map(({ name }) => b(name))),
  );
  const next = alike.find(({ name }) => order(name) > order(specifier));
  const at = next?.start ?? (alike.at(-1) ?? allImports.at(-1))?.end;
  if (at === undefined) throw new Refusal('No import to stand beside');
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
};

/** Inserts a name in a list: in order when the list is sorted, else at the end. */
export const insertName = (names, name) => {
  if (names.includes(name)) return names;
  const next =
    countDescents(names) === 0 ? names.findIndex((presentName) => presentName > name) : -1;
  return next < 0 ? [...names, name] : names.toSpliced(next, 0, name);
};

/** `noteList` → `note-list`. */
export const toKebab = (camel) =>
  camel.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');

/** `note-list` and `note_list` → `noteList`. */
export const toCamel = (name) =>
  name.replaceAll(/[-_]([a-z0-9])/g, (_, letter) => letter.toUpperCase());

export const toPascal = (name) => {
  const camel = toCamel(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
};

/** Reserved words, which cannot name a variable. */
const RESERVED =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|let|new|null|package|private|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/;

/** Throws a Refusal unless `name` matches the pattern. The message names the expected form (`wanted`). */
export const requireName = (name, pattern, expectation) => {
  if (!pattern.test(name) || RESERVED.test(name))
    throw new Refusal(`“${name}” is no such name. Wanted: ${expectation}`);
  return name;
};
