import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Rewrites code to ASCII, because V8 stores ASCII strings with one byte per character instead of
 * two. Throws for a non-ASCII character after a backslash or in a `raw` template, where an escape
 * would change the value.
 */
export const escapeNonAscii = (code: string): string => {
  const stuck = /\\\P{ASCII}|\braw`[^`]*?\P{ASCII}/u.exec(code);
  if (stuck) throw new Error(`cannot be written in ASCII: ${stuck[0]}`);
  return code.replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

/** Bundles the print client into one CommonJS file that needs only Node. */
export const bundlePrintClient = async (out: string): Promise<void> => {
  const build = await rolldown({
    input: join(import.meta.dirname, '../src/main.ts'),
    platform: 'node',
    // Optional native packages of ws. It works without them.
    external: ['bufferutil', 'utf-8-validate'],
    onLog: (level, log) => {
      // Only code that runs from source uses import.meta.url; the program never does.
      if (log.code === 'EMPTY_IMPORT_META') return;
      if (level === 'warn') throw new Error(log.message);
    },
  });
  try {
    await build.write({
      file: out,
      format: 'cjs',
      codeSplitting: false,
      comments: { legal: true },
    });
  } finally {
    await build.close();
  }
  await writeFile(out, escapeNonAscii(await readFile(out, 'utf8')));
};
