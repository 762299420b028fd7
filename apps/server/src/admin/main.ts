import { setTimeout as sleep } from 'node:timers/promises';
import { setPrivateUmask } from '../startup/private-files.ts';
import { answerAdminCommand } from './answer.ts';

/**
 * A running site polls for changed content every second. The rest is a margin for a busy machine.
 */
const POLL_WAIT_MS = 1_500;

setPrivateUmask();
try {
  const { done, text, isChange, isReport } = await answerAdminCommand(
    process.argv.slice(2),
    process.env,
  );
  if (!done) process.exitCode = 1;
  (done || isReport ? process.stdout : process.stderr).write(text);
  if (isChange) {
    process.stdout.write('等一两秒，让正在运行的网站看到……');
    await sleep(POLL_WAIT_MS);
    process.stdout.write('好了\n');
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
