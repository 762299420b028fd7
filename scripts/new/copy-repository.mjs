import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Data that neither the compiler nor a recipe reads. */
const DATA =
  /^(?:fixtures\/(?!template-shapes\/)|compat\/data\/|docs\/screenshots\/)|\.(?:woff2|ttf|png|gif|mp4|webp|webm)$/;

/** Files of the working copy, committed or not, that are there. */
const listFiles = (root) =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\0')
    .filter((path) => path !== '' && !DATA.test(path) && existsSync(join(root, path)));

/**
 * Copies the sources to an empty folder, with the installed packages linked. Our own packages are linked inside the copy:
 * through the link of the original they would be the original.
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
