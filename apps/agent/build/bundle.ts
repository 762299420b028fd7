import { join } from 'node:path';
import { rolldown } from 'rolldown';

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
};
