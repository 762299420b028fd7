import { expect, it } from 'vitest';
import type { CodeElement } from '../../template.ts';
import { CODE_COMMANDS } from './codes.ts';

/**
 * The ZPL command that each of our codes is read from; null when no command of foreign ZPL gives
 * it. A new code does not compile without an entry.
 */
const READ_FROM: Readonly<Record<CodeElement['type'], string | null>> = {
  code128: '^BC',
  'gs1-128': '^BC',
  ean13: '^BE',
  ean8: '^B8',
  upca: '^BU',
  upce: '^B9',
  // ^B2 accepts any number of digits and draws no bearer bars.
  itf14: null,
  code39: '^B3',
  code93: '^BA',
  codabar: '^BK',
  qr: '^BQ',
  datamatrix: '^BX',
  'gs1-datamatrix': '^BX',
  pdf417: '^B7',
  aztec: '^BO',
  // ^BR and Micro QR are not read.
  microqr: null,
  databar: null,
  'databar-limited': null,
  'databar-expanded': null,
  'databar-stacked': null,
  'databar-stacked-omni': null,
  'databar-expanded-stacked': null,
};

/**
 * Commands that are drawn but have no code element: interleaved 2 of 5, an add-on alone, MaxiCode.
 */
const DRAWN_ONLY = ['^B2', '^BS', '^BD'];
/** Aliases of commands. */
const ALIASES = ['^B0'];

it('reads every code from a command, or says that it has none', () => {
  const commands = Object.values(READ_FROM).filter((command) => command !== null);
  expect(Object.keys(CODE_COMMANDS).toSorted()).toEqual(
    [...new Set([...commands, ...DRAWN_ONLY, ...ALIASES])].toSorted(),
  );
});
