import { execFile } from 'node:child_process';

export type Ran = { ok: boolean; output: string };

/** Runs a program of the system to its end. `ok: false` also when there is none of that name. */
export const runTool = (command: string, args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(command, args, { timeout: 20_000, windowsHide: true }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() }),
    );
  });
