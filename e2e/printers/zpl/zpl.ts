import { type Controls, startWorks } from '../works/controls.ts';
import { Works } from '../works/works.ts';
import type { DrawnLabel } from './drawn-label.ts';
import { type PartialOptions, addDefaults } from './options.ts';
import { ZplTongue } from './tongue.ts';

export type ZplPrinter = Controls<DrawnLabel>;

/** Starts a simulated Zebra-like network printer; `README.md` describes what it simulates. */
export const startZplPrinter = (given: PartialOptions = {}): Promise<ZplPrinter> => {
  const options = addDefaults(given);
  return startWorks(new Works(options, new ZplTongue(options)));
};
