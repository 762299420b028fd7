import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * The same code in ASCII, of which V8 keeps one byte a character and not two. A character behind a backslash, or in a
 * template that is read raw, has no such other way of writing.
 */
export const inAscii = (code: string): string => {
  const stuck = /\\\P{ASCII}|\braw`[^`]*?\P{ASCII}/u.exec(code);
  if (stuck) throw new Error(`cannot be written in ASCII: ${stuck[0]}`);
  return code.replace(
    /[^\0-\x7f]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

/** The print client as one CommonJS file with everything but Node in it. */
export const bundle = async (out: string): Promise<void> => {
  const build = await rolldown({
    input: join(import.meta.dirname, '../src/main.ts'),
    platform: 'node',
    // Speed-ups of ws that are packages of their own; it does without.
    external: ['bufferutil', 'utf-8-validate'],
    onLog: (level, log) => {
      // import.meta.url is asked for by the source only, never by the program.
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
  await writeFile(out, inAscii(await readFile(out, 'utf8')));
};
