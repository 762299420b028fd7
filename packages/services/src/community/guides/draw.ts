import { isGuideName, type GuideName } from '@yunbiao/contract/site/guides';
import { drawSample, type HandbookPicture } from '../handbook/draw.ts';
import { getGuideDefinition, listGuidePictures } from './guides.ts';

const drawnPictures = new Map<string, HandbookPicture>();

/** Name of the picture at a place, counted from 1: `unreadable-code_2`. */
export const getGuidePictureName = (name: GuideName, place: number): string => `${name}_${place}`;

/**
 * Cached for the life of the process, as pictures are part of the program. Undefined for an unknown
 * name.
 */
export const findGuidePicture = (picture: string): HandbookPicture | undefined => {
  const drawnPicture = drawnPictures.get(picture);
  if (drawnPicture) return drawnPicture;
  const [, name = '', place = ''] = /^([a-z-]+)_([1-9]\d?)$/.exec(picture) ?? [];
  if (!isGuideName(name)) return undefined;
  const sample = listGuidePictures(getGuideDefinition(name))[Number(place) - 1];
  if (!sample) return undefined;
  const drawing = drawSample(sample);
  drawnPictures.set(picture, drawing);
  return drawing;
};
