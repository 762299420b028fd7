import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LEFT_OUT = /^(?:\.git|\.cache|node_modules|dist)$/;

/** Data folders of servers in the root; they contain no sources. */
const DATA = /^data(?:-.*)?$/;

const SOURCE = /\.(?:tsx?|mts|[mc]?js|json|css|html|py|sh|ps1|txt)$/;

const listFiles = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (LEFT_OUT.test(entry.name) || DATA.test(path)) return [];
    if (entry.isDirectory()) return listFiles(root, path);
    return entry.isFile() && SOURCE.test(path) ? [path] : [];
  });

/**
 * Source files of the repository, without documents.
 * @returns {{ path: string, text: string }[]} paths relative to `root`, with forward slashes
 */
export const listSources = (root) =>
  listFiles(root, '').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
