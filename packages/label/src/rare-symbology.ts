import type { Linear } from './linear/symbol.ts';
import type { ModuleMatrix } from './matrix/module-matrix.ts';
import type { RareLinearName, RareMatrixElement } from './template.ts';

/**
 * A two-dimensional symbol, its quiet zone on each side in modules, and its human readable text.
 */
export type MatrixSymbol = { code: ModuleMatrix; quiet: number; text?: string };

/** Encoders of rare symbologies. They are not part of the engine: a page loads them on demand. */
export type RareEncoders = {
  linear: Readonly<Record<RareLinearName, Linear>>;
  /**
   * `aspect` is the width of the box divided by its height, for symbologies with several shapes.
   * Throws LabelError `code-not-encodable` with a message for the member.
   */
  encodeMatrix: (element: RareMatrixElement, content: string, aspect: number) => MatrixSymbol;
};

/**
 * Returns the encoders; undefined while they are not loaded. A call signals that a label needs
 * them.
 */
export type GetRareEncoders = () => RareEncoders | undefined;
