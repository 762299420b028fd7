// Worker that hashes one file. The page terminates it when the visitor cancels.
import { createSha256 } from './sha256.ts';

export type FromWorker = { bytes: number } | { sha256: string } | { failed: true };

/** Minimum progress between reports, bytes. */
const REPORT_EVERY = 8 * 1024 * 1024;

const postToPage = (message: FromWorker): void => self.postMessage(message);

const hashFileAndReport = async (file: File): Promise<void> => {
  const hash = createSha256();
  let [bytes, reportedBytes] = [0, 0];
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    hash.update(value);
    bytes += value.length;
    if (bytes - reportedBytes < REPORT_EVERY) continue;
    reportedBytes = bytes;
    postToPage({ bytes });
  }
  postToPage({ sha256: hash.digest() });
};

self.onmessage = ({ data }: MessageEvent<File>) => {
  hashFileAndReport(data).catch(() => postToPage({ failed: true }));
};
