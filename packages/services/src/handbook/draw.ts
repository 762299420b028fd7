import { createHash } from 'node:crypto';
import { layoutLabel, SAMPLE_AT, sampleData, type Scene, sceneToSvg } from '@yunbiao/label';
import { labelFonts, rareCodes } from '../software/draw-template.ts';
import { codeLabel } from './code-label.ts';
import { CODES } from './codes/codes.ts';
import { ELEMENTS } from './elements/elements.ts';
import type { ElementSample } from './help.ts';
import { type HandbookName, isCodeName } from './names.ts';

/** What pages draw at: a pixel of the screen is a dot. */
const DPI = 203;

/** The label that shows an entry, and what is to be seen on it. */
export const sampleOf = (name: HandbookName): ElementSample => {
  if (!isCodeName(name)) return ELEMENTS[name].sample;
  const { sample } = CODES[name];
  const said = [sample.head, ...(sample.lines ?? []), `码里是 ${sample.code.content}`];
  return { template: codeLabel(sample).template, alt: said.join('，') };
};

/** @throws LabelError, which a test would meet before any page */
export const sceneOf = (name: HandbookName): Scene => {
  const { template, images } = sampleOf(name);
  return layoutLabel({
    template,
    data: sampleData(template),
    media: { dpi: DPI },
    fonts: labelFonts(),
    rareCodes,
    at: SAMPLE_AT,
    ...(images && { images }),
  });
};

/** A drawing and the hash of its bytes, which is part of its address. */
export type HandbookPicture = { svg: string; hash: string };

const drawn = new Map<HandbookName, HandbookPicture>();

/** The same for as long as the process runs: what it shows is part of the program. */
export const handbookPicture = (name: HandbookName): HandbookPicture => {
  const known = drawn.get(name);
  if (known) return known;
  const svg = sceneToSvg(sceneOf(name));
  const hash = createHash('sha256').update(svg).digest('hex').slice(0, 12);
  const picture = { svg, hash };
  drawn.set(name, picture);
  return picture;
};
