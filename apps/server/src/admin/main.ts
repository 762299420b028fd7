import { setTimeout as sleep } from 'node:timers/promises';
import { keepFilesPrivate } from '../private-files.ts';
import { answer } from './answer.ts';

/** A running site polls for changed content every second; the rest is for a busy machine. */
const SEEN_WITHIN_MS = 1_500;

keepFilesPrivate();
try {
  const { done, text, isChange } = await answer(process.argv.slice(2), process.env);
  if (!done) process.exitCode = 1;
  (done ? process.stdout : process.stderr).write(text);
  if (isChange) {
    process.stdout.write('等一两秒，让正在运行的网站看到……');
    await sleep(SEEN_WITHIN_MS);
    process.stdout.write('好了\n');
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
