import { spawn } from 'node:child_process';

const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  win32: ['rundll32.exe', 'url.dll,FileProtocolHandler'],
  darwin: ['open'],
};

/**
 * Opens a page in the user's browser. Without a browser nothing happens; the address is printed,
 * too.
 */
export const openInBrowser = (url: string): void => {
  const [command, ...args] = COMMANDS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
};
