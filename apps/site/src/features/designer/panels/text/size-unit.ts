import { TEXT_SIZE_MM } from '@yunbiao/contract/limits/template';
import type { TextElement } from '@yunbiao/label';

/** Typographic point, mm. */
export const POINT_MM = 25.4 / 72;

const toPoints = (mm: number): number => Math.round((mm / POINT_MM) * 100) / 100;

/** The unit in which the sizes of a text are entered. */
export type SizeUnit = {
  unit: 'mm' | 'pt';
  step: number;
  min: number;
  max: number;
  toUnit: (mm: number) => number;
  toMm: (value: number) => number;
};

const MILLIMETRES: SizeUnit = {
  unit: 'mm',
  step: 0.25,
  min: TEXT_SIZE_MM.min,
  max: TEXT_SIZE_MM.max,
  toUnit: (mm) => mm,
  toMm: (value) => value,
};

const POINTS: SizeUnit = {
  unit: 'pt',
  step: 0.5,
  min: toPoints(TEXT_SIZE_MM.min),
  max: toPoints(TEXT_SIZE_MM.max),
  toUnit: toPoints,
  toMm: (value) => Math.round(value * POINT_MM * 1000) / 1000,
};

export const getSizeUnit = ({ sizeUnit }: TextElement): SizeUnit =>
  sizeUnit === 'pt' ? POINTS : MILLIMETRES;
