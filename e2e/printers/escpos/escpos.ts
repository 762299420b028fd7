import { type Controls, startWorks } from '../works/controls.ts';
import { Works } from '../works/works.ts';
import { type PartialOptions, addDefaults } from './options.ts';
import type { DrawnPiece } from './paper.ts';
import { EscposTongue } from './tongue.ts';

export type EscposPrinter = Controls<DrawnPiece>;

/** Starts a simulated ESC/POS network printer; `README.md` describes what it simulates. */
export const startEscposPrinter = (given: PartialOptions = {}): Promise<EscposPrinter> => {
  const options = addDefaults(given);
  return startWorks(new Works(options, new EscposTongue(options)));
};
