import { type ChildProcess, fork } from 'node:child_process';

/** CPU time of a process, user and system, µs. */
export type Cpu = { user: number; system: number };

export type Child = {
  /** The child's message when it is ready. */
  ready: { port: number } & Record<string, unknown>;
  pid: number;
  cpu: () => Promise<Cpu>;
  stop: () => Promise<void>;
};

const readNextMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const rejectOnExit = (code: number | null): void =>
      reject(new Error(`the child left with ${code}`));
    child.once('exit', rejectOnExit);
    child.once('message', (message) => {
      child.off('exit', rejectOnExit);
      resolve(message as T);
    });
  });

/** Forks this file as a server in its own process, to measure its CPU time separately. */
export const forkServer = async (file: string, args: readonly string[]): Promise<Child> => {
  const child = fork(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ready = await readNextMessage<Child['ready']>(child);
  return {
    ready,
    pid: child.pid ?? 0,
    cpu: () => {
      child.send('cpu');
      return readNextMessage<Cpu>(child);
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
};

/** Child side: reports its CPU time and exits with its parent, however the parent ends. */
export const answerCpu = (ready: Child['ready']): void => {
  process.once('disconnect', () => process.exit());
  process.on('message', (message) => {
    if (message === 'cpu') process.send?.(process.cpuUsage());
  });
  process.send?.(ready);
};
