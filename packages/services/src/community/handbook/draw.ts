import { createHash } from 'node:crypto';
import {
  buildSampleData,
  type Dpi,
  layoutLabel,
  SAMPLE_TIME,
  type Scene,
  sceneToSvg,
} from '@yunbiao/label';
import { getLabelFonts, getRareSymbologyEncoders } from '../../identity/software/label-fonts.ts';
import { createBareCodeLabel, createCodeLabel } from './code-label.ts';
import { CODES } from './codes/codes.ts';
import { ELEMENTS } from './elements/elements.ts';
import type { ElementSample } from './help.ts';
import { type HandbookName, isSymbologyName, isHandbookName } from './names.ts';
import { computeCodeSize, type Level, LEVELS } from './sizes.ts';

/** Resolution of pictures: one CSS pixel is one dot. */
const DPI = 203;

/**
 * Name of a picture: an entry's sample (`ean13`), or its code alone at a size level
 * (`ean13_least`).
 */
export type PictureName = HandbookName | `${HandbookName}_${Level}`;

const getHandbookSample = (name: HandbookName): ElementSample => {
  if (!isSymbologyName(name)) return ELEMENTS[name].sample;
  const { head, lines = [], code } = CODES[name].sample;
  return {
    template: createCodeLabel(name),
    alt: [head, ...lines, `码里是 ${code.content}`].join('，'),
  };
};

/** Finds the sample of a picture; undefined for an unknown name. */
const findPictureSample = (picture: string): ElementSample | undefined => {
  if (isHandbookName(picture)) return getHandbookSample(picture);
  const [name = '', level, ...otherParts] = picture.split('_');
  const knownLevel = LEVELS.find((candidate) => candidate === level);
  if (!isSymbologyName(name) || !knownLevel || otherParts.length > 0) return undefined;
  const size = computeCodeSize(name, knownLevel, DPI);
  if (!size) return undefined;
  const { content } = CODES[name].sample.code;
  const alt = `${size.widthMm} × ${size.heightMm} mm，码里是 ${content}`;
  return { template: createBareCodeLabel(name, size), alt };
};

/** @throws LabelError for an invalid sample; a test covers all samples */
export const layOutSample = ({ template, images }: ElementSample, dpi: Dpi = DPI): Scene =>
  layoutLabel({
    template,
    data: buildSampleData(template),
    media: { dpi },
    fonts: getLabelFonts(),
    rareCodes: getRareSymbologyEncoders,
    at: SAMPLE_TIME,
    ...(images && { images }),
  });

/** Layout of a picture, in dots. */
export const layOutPicture = (picture: PictureName, dpi: Dpi = DPI): Scene => {
  const sample = findPictureSample(picture);
  if (!sample) throw new Error(`the handbook has no picture ${picture}`);
  return layOutSample(sample, dpi);
};

export type HandbookPicture = {
  svg: string;
  /** Content hash; part of the URL. */
  hash: string;
  alt: string;
  widthMm: number;
  heightMm: number;
  widthDots: number;
  heightDots: number;
};

/** Draws a sample, also for other pages. */
export const drawSample = (sample: ElementSample): HandbookPicture => {
  const scene = layOutSample(sample);
  const svg = sceneToSvg(scene);
  const { widthDots, heightDots } = scene;
  const { widthMm, heightMm } = sample.template;
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12);
  return { svg, hash, alt: sample.alt, widthMm, heightMm, widthDots, heightDots };
};

const drawnPictures = new Map<string, HandbookPicture>();

/**
 * Cached for the life of the process, as pictures are part of the program. Undefined for an unknown
 * name.
 */
export const drawCachedPicture = (picture: string): HandbookPicture | undefined => {
  const cached = drawnPictures.get(picture);
  if (cached) return cached;
  const sample = findPictureSample(picture);
  if (!sample) return undefined;
  const drawing = drawSample(sample);
  drawnPictures.set(picture, drawing);
  return drawing;
};
