import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { closeAtWorkerEnd } from './worker-end.ts';

/** Chromium retains some memory of each page it has rendered. */
const MAX_FILES = 20;

let opening: Promise<Browser> | undefined;
let files = 0;

const closeBrowser = async (): Promise<void> => {
  const opened = opening;
  opening = undefined;
  files = 0;
  await (await opened)?.close();
};

/**
 * The Chromium of this worker with the default flags. The first file that needs it opens it, and it
 * closes when the worker ends. Tests must not close it. Each visitor is a separate context, so
 * files share no state.
 */
export const openSharedBrowser = async (): Promise<Browser> => {
  if (opening && !(await opening).isConnected()) opening = undefined;
  if (opening) return opening;
  closeAtWorkerEnd('browser', closeBrowser);
  opening = openBrowser();
  return opening;
};

/** Closes the visitor contexts of a finished file. */
export const closeVisits = async (): Promise<void> => {
  const browser = await opening;
  if (!browser) return;
  files += 1;
  if (files >= MAX_FILES) return closeBrowser();
  for (const context of browser.contexts()) await context.close();
};
