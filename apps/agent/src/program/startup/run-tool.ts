import { execFile } from 'node:child_process';

export type ToolResult = { ok: boolean; output: string };

/** Runs a system program to its end. `ok` is also false when it does not exist. */
export const runSystemTool = (command: string, args: readonly string[]): Promise<ToolResult> =>
  new Promise((resolve) => {
    execFile(command, args, { timeout: 20_000, windowsHide: true }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}`.trim() }),
    );
  });
