import type { Linear } from './linear/symbol.ts';
import type { ModuleMatrix } from './matrix/module-matrix.ts';
import type { RareLinearName, RareMatrixElement } from './template.ts';

/** A two-dimensional symbol, the light space it asks for on each side in modules, and the line people read below it. */
export type MatrixSymbol = { code: ModuleMatrix; quiet: number; text?: string };

/** Encoders that few labels need: they are no part of the engine, so that a page fetches them only for those. */
export type RareCodes = {
  linear: Readonly<Record<RareLinearName, Linear>>;
  /**
   * `aspect` is the width of the room by its height, for codes that can take several shapes.
   * Throws LabelError `code-not-encodable`, in words for the member.
   */
  matrix: (element: RareMatrixElement, content: string, aspect: number) => MatrixSymbol;
};

/** Gives the encoders; undefined while they are not here yet. Being asked says that a label needs them. */
export type RareCodeSource = () => RareCodes | undefined;
