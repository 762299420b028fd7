import { isDark } from '../qr/encode.ts';
import type { QrCode } from '../qr/encode.ts';
import type { Rotation } from '../template.ts';

/** Dark runs of one drawn row as start, end pairs in modules, for a symbol turned clockwise. */
export function matrixRow(code: QrCode, row: number, rotation: Rotation): number[] {
  const { size } = code;
  const last = size - 1;
  const runs: number[] = [];
  let start = -1;
  for (let column = 0; column < size; column += 1) {
    const dark =
      rotation === 0
        ? isDark(code, column, row)
        : rotation === 90
          ? isDark(code, row, last - column)
          : rotation === 180
            ? isDark(code, last - column, last - row)
            : isDark(code, last - row, column);
    if (dark && start === -1) start = column;
    else if (!dark && start !== -1) {
      runs.push(start, column);
      start = -1;
    }
  }
  if (start !== -1) runs.push(start, size);
  return runs;
}
