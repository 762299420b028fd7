// Hashes one file off the page's thread. Ended by the page when the visitor cancels.
import { createSha256 } from './sha256.ts';

export type FromWorker = { bytes: number } | { sha256: string } | { failed: true };

/** Tells how far it is no more often than this, bytes. */
const REPORT_EVERY = 8 * 1024 * 1024;

const say = (message: FromWorker): void => self.postMessage(message);

const run = async (file: File): Promise<void> => {
  const hash = createSha256();
  let [bytes, told] = [0, 0];
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    hash.update(value);
    bytes += value.length;
    if (bytes - told < REPORT_EVERY) continue;
    told = bytes;
    say({ bytes });
  }
  say({ sha256: hash.digest() });
};

self.onmessage = ({ data }: MessageEvent<File>) => {
  run(data).catch(() => say({ failed: true }));
};
