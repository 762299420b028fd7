import { createHash } from 'node:crypto';
import { layoutLabel, SAMPLE_AT, sampleData, type Scene, sceneToSvg } from '@yunbiao/label';
import { labelFonts, rareCodes } from '../software/label-fonts.ts';
import { aloneLabel, codeLabel } from './code-label.ts';
import { CODES } from './codes/codes.ts';
import { ELEMENTS } from './elements/elements.ts';
import type { ElementSample } from './help.ts';
import { type HandbookName, isCodeName, isHandbookName } from './names.ts';
import { codeSize, type Level, LEVELS } from './sizes.ts';

/** What pages draw at: a pixel of the screen is a dot. */
const DPI = 203;

/** A label of the handbook by its name: an entry's sample, or `ean13_least`, its code alone as small as that. */
export type PictureName = HandbookName | `${HandbookName}_${Level}`;

const getSample = (name: HandbookName): ElementSample => {
  if (!isCodeName(name)) return ELEMENTS[name].sample;
  const { head, lines = [], code } = CODES[name].sample;
  return { template: codeLabel(name), alt: [head, ...lines, `码里是 ${code.content}`].join('，') };
};

/** What a picture shows, and on which label; undefined for what there is none of. */
const shown = (picture: string): ElementSample | undefined => {
  if (isHandbookName(picture)) return getSample(picture);
  const [name = '', level, ...more] = picture.split('_');
  const known = LEVELS.find((one) => one === level);
  if (!isCodeName(name) || !known || more.length > 0) return undefined;
  const size = codeSize(name, known, DPI);
  if (!size) return undefined;
  const { content } = CODES[name].sample.code;
  const alt = `${size.widthMm} × ${size.heightMm} mm，码里是 ${content}`;
  return { template: aloneLabel(name, size), alt };
};

/** @throws LabelError, which a test would meet before any page */
const laidOut = ({ template, images }: ElementSample): Scene =>
  layoutLabel({
    template,
    data: sampleData(template),
    media: { dpi: DPI },
    fonts: labelFonts(),
    rareCodes,
    at: SAMPLE_AT,
    ...(images && { images }),
  });

/** The label of a picture in dots. */
export const getScene = (picture: PictureName): Scene => {
  const sample = shown(picture);
  if (!sample) throw new Error(`the handbook has no picture ${picture}`);
  return laidOut(sample);
};

export type HandbookPicture = {
  svg: string;
  /** Of its bytes; part of its address. */
  hash: string;
  alt: string;
  widthMm: number;
  heightMm: number;
  widthDots: number;
  heightDots: number;
};

const draw = (sample: ElementSample): HandbookPicture => {
  const scene = laidOut(sample);
  const svg = sceneToSvg(scene);
  const { widthDots, heightDots } = scene;
  const { widthMm, heightMm } = sample.template;
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12);
  return { svg, hash, alt: sample.alt, widthMm, heightMm, widthDots, heightDots };
};

const drawn = new Map<string, HandbookPicture>();

/** The same for as long as the process runs: what it shows is part of the program. Undefined for a name it has not. */
export const handbookPicture = (picture: string): HandbookPicture | undefined => {
  const known = drawn.get(picture);
  if (known) return known;
  const sample = shown(picture);
  if (!sample) return undefined;
  const made = draw(sample);
  drawn.set(picture, made);
  return made;
};
