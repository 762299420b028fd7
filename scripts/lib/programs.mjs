import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Full path of a program on the PATH, or null. */
export const findProgram = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable) ?? null;

/**
 * Names of the browser, in order of preference: the variant without a window takes a third less CPU for the same tests.
 */
const CHROMIUMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Path of the system's Chromium, or null. CHROMIUM_PATH wins. */
export const findChromium = () => {
  const namedPath = process.env.CHROMIUM_PATH;
  if (namedPath) return isExecutable(namedPath) ? namedPath : null;
  for (const name of CHROMIUMS) {
    const program = findProgram(name);
    if (program !== null) return program;
  }
  return null;
};

/** Whether a server accepts TCP connections within 0.5 s. */
export const isPortOpen = (host, port) =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 500 });
    const endProbe = (isOpen) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.on('connect', () => endProbe(true));
    socket.on('error', () => endProbe(false));
    socket.on('timeout', () => endProbe(false));
  });
