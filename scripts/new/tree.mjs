import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from './edit.mjs';

/**
 * Files of a working copy. Changes are kept in memory until `save`, so a recipe that is refused halfway changes
 * nothing. Paths are relative to `root`, with forward slashes.
 */
export const openTree = (root) => {
  const pending = new Map();
  const toPath = (path) => join(root, path);
  const doesExist = (path) => pending.has(path) || existsSync(toPath(path));
  const readText = (path) => {
    const text = pending.get(path);
    if (text !== undefined) return text;
    if (!existsSync(toPath(path))) throw new Refusal(`${path} is not there`);
    return readFileSync(toPath(path), 'utf8');
  };
  return {
    exists: doesExist,
    read: readText,
    /** Names in a folder; empty when it does not exist. */
    list: (folder) => (existsSync(toPath(folder)) ? readdirSync(toPath(folder)) : []),
    /** Throws a Refusal when the file exists. */
    create: (path, text) => {
      if (doesExist(path)) throw new Refusal(`${path} is there already`);
      pending.set(path, text);
    },
    edit: (path, change) => {
      const before = readText(path);
      let after;
      try {
        after = change(before);
      } catch (error) {
        if (error instanceof Refusal) error.message = `${path}: ${error.message}`;
        throw error;
      }
      pending.set(path, after);
    },
    /** Unsaved files by path. */
    listPending: () => new Map(pending),
    /** Writes the changes and returns their paths. */
    save: () => {
      for (const [path, text] of pending) {
        mkdirSync(dirname(toPath(path)), { recursive: true });
        writeFileSync(toPath(path), text);
      }
      return [...pending.keys()];
    },
  };
};
