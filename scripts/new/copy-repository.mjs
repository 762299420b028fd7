import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Data files that neither the compiler nor a recipe reads. */
const DATA =
  /^(?:fixtures\/(?!template-shapes\/)|compat\/data\/|docs\/screenshots\/)|\.(?:woff2|ttf|png|gif|mp4|webp|webm)$/;

/** Existing files of the working copy, committed or not. */
const listFiles = (root) =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\0')
    .filter((path) => path !== '' && !DATA.test(path) && existsSync(join(root, path)));

/**
 * Copies the sources to an empty folder and links the installed packages. Packages of the workspace are linked to the
 * copy; the links of the original would lead to the original.
 */
export const copyRepository = (root, folder) => {
  for (const path of listFiles(root)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { preserveTimestamps: true });
  }
  const modules = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(modules))
    if (name !== '@yunbiao') symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  cpSync(join(modules, '@yunbiao'), join(folder, 'node_modules/@yunbiao'), {
    recursive: true,
    verbatimSymlinks: true,
  });
};
