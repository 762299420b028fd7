/** Reading a label's codes back: what a worker needs, without the engine. */
export { type CodeGrade, gradeCode, type ReadImage, type ScanGrade } from './grade.ts';
export { PIXELS, type Print, printed, seen } from './print-head.ts';
export type { ReadOptions } from './reading.ts';
export type { ScanCode } from './scan-codes.ts';
