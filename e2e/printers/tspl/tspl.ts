import { type Controls, startWorks } from '../works/controls.ts';
import { Works } from '../works/works.ts';
import type { DrawnLabel } from './draw.ts';
import { type PartialOptions, addDefaults } from './options.ts';
import { TsplTongue } from './tongue.ts';

export type TsplPrinter = Controls<DrawnLabel>;

/** Starts a simulated TSC-like network printer; `README.md` describes what it simulates. */
export const startTsplPrinter = (given: PartialOptions = {}): Promise<TsplPrinter> => {
  const options = addDefaults(given);
  return startWorks(new Works(options, new TsplTongue(options)));
};
