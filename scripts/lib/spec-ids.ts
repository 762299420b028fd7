import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TEST_FOLDERS = ['packages', 'apps', 'bench', 'e2e', 'scripts'];
const PASSED_OVER = new Set(['node_modules', 'dist']);
const TEST_FILE = /\.test\.tsx?$/;

const MARK = /^\s*\/\/\s*@spec\b(.*)$/;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** A test that runs. Tests that are always skipped or still to be written do not count. */
const TEST_CALL = /^\s*(?:it|test)(?:\.(?:each|for|concurrent|sequential|runIf|skipIf))?\s*[(<`]/;

/** An id in a comment `// @spec …`. */
export type SpecMark = {
  id: string;
  /** `file:line`. */
  place: string;
  /** The id is in kebab case, and only further ids stand between it and its test. */
  isSound: boolean;
};

/** Finds the ids in the source of a test file. */
export const findSpecMarks = (source: string, file: string): SpecMark[] => {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    const id = MARK.exec(line)?.[1]?.trim();
    if (id === undefined) return [];
    const below = lines.slice(index + 1).find((line) => !MARK.test(line)) ?? '';
    const isSound = KEBAB_CASE.test(id) && TEST_CALL.test(below);
    return [{ id, place: `${file}:${index + 1}`, isSound }];
  });
};

const listTestFiles = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return PASSED_OVER.has(entry.name) ? [] : listTestFiles(root, path);
    return TEST_FILE.test(entry.name) ? [path] : [];
  });

/** Finds the ids of all tests of the repository. */
export const readSpecMarks = (root: string): SpecMark[] =>
  TEST_FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => listTestFiles(root, folder))
    .flatMap((file) => findSpecMarks(readFileSync(join(root, file), 'utf8'), file));
