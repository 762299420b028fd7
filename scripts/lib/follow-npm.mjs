// Loaded before a long-running command (`node --import`). npm runs commands through a shell, and on most systems a signal
// sent to npm ends that shell but not the program behind it; so the program leaves when its shell is gone. `exec` in the
// script would do the same but does not exist on Windows.
const POLL_MS = 250;

if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  timer.unref();
}
