import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from './edit.mjs';

/**
 * The files of a working copy. Changes are kept aside until `save`: a recipe that refuses halfway has
 * changed nothing. Paths are relative to `root`, with forward slashes.
 */
export const openTree = (root) => {
  const pending = new Map();
  const toPath = (path) => join(root, path);
  const exists = (path) => pending.has(path) || existsSync(toPath(path));
  const read = (path) => {
    const text = pending.get(path);
    if (text !== undefined) return text;
    if (!existsSync(toPath(path))) throw new Refusal(`${path} is not there`);
    return readFileSync(toPath(path), 'utf8');
  };
  return {
    exists,
    read,
    /** Names in a folder; none when there is no such folder. */
    list: (folder) => (existsSync(toPath(folder)) ? readdirSync(toPath(folder)) : []),
    /** Throws a refusal when the file is there already. */
    create: (path, text) => {
      if (exists(path)) throw new Refusal(`${path} is there already`);
      pending.set(path, text);
    },
    edit: (path, change) => {
      const before = read(path);
      let after;
      try {
        after = change(before);
      } catch (error) {
        if (error instanceof Refusal) error.message = `${path}: ${error.message}`;
        throw error;
      }
      pending.set(path, after);
    },
    /** What would be written, by path. */
    listPending: () => new Map(pending),
    /** Writes the changes; answers their paths. */
    save: () => {
      for (const [path, text] of pending) {
        mkdirSync(dirname(toPath(path)), { recursive: true });
        writeFileSync(toPath(path), text);
      }
      return [...pending.keys()];
    },
  };
};
