// Reads files for the bench, one by one, in a thread that can be terminated.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const { readFileTable } = await import(pathToFileURL(String(workerData)).href);

parentPort?.on('message', ({ file, room }) => {
  const bytes = new Uint8Array(readFileSync(file));
  const from = performance.now();
  const readAnswer = async () => {
    try {
      const { cells, sheets, sheet } = await readFileTable(bytes, 0, room, { rank: () => [] });
      return { table: { cells, sheets, sheet } };
    } catch (error) {
      return { why: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
    }
  };
  void readAnswer().then((said) =>
    parentPort?.postMessage({ ...said, ms: performance.now() - from }),
  );
});
