/** Reads back a label's codes: entry point for a worker, without the layout engine. */
export { type CodeGrade, gradeCodeReadability, type ReadImage, type ScanGrade } from './grade.ts';
export {
  PIXELS_PER_DOT,
  type SimulatedPrint,
  simulateThermalPrint,
  simulateCamera,
} from './print-head.ts';
export type { ReadOptions } from './reading.ts';
export type { ScanCode } from './scan-codes.ts';
