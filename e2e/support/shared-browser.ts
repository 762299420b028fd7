import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { closeAtWorkerEnd } from './worker-end.ts';

/** A Chromium that has drawn many pages keeps some of their memory. */
const MAX_FILES = 20;

let opening: Promise<Browser> | undefined;
let files = 0;

const close = async (): Promise<void> => {
  const opened = opening;
  opening = undefined;
  files = 0;
  await (await opened)?.close();
};

/**
 * The Chromium of this worker, with the plain flags: opened by the first file that asks, closed when the worker ends.
 * Nobody closes it before. Visitors are contexts of their own, so no file sees what another one left.
 */
export const openSharedBrowser = async (): Promise<Browser> => {
  if (opening && !(await opening).isConnected()) opening = undefined;
  if (opening) return opening;
  closeAtWorkerEnd('browser', close);
  opening = openBrowser();
  return opening;
};

/** Ends the visits of a file that is over. */
export const closeVisits = async (): Promise<void> => {
  const browser = await opening;
  if (!browser) return;
  files += 1;
  if (files >= MAX_FILES) return close();
  for (const context of browser.contexts()) await context.close();
};
