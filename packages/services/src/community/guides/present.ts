import type { CallOutput } from '@yunbiao/contract';
import {
  GUIDE_NAMES,
  GUIDE_TITLES,
  isGuideName,
  type GuideName,
} from '@yunbiao/contract/site/guides';
import { createNotFoundError } from '../../platform/errors.ts';
import { findGuidePicture, getGuidePictureName } from './draw.ts';
import type { GuideBlock } from './guide.ts';
import { getGuideDefinition, listGuidePictures } from './guides.ts';

type GuideList = CallOutput<'guideList'>;
type Guide = CallOutput<'guideDetail'>;
type Block = Guide['sections'][number]['blocks'][number];
type Picture = Extract<Block, { kind: 'figure' }>['pictures'][number];

/** Presents a figure with its URL, whose hash changes with the drawing. */
const presentGuideFigure = (name: GuideName, place: number, note = ''): Picture => {
  const pictureName = getGuidePictureName(name, place);
  const picture = findGuidePicture(pictureName);
  if (!picture) throw new Error(`the guides have no picture ${pictureName}`);
  const { svg: _, hash, ...rest } = picture;
  return { url: `/static/guide/${pictureName}-${hash}.svg`, ...rest, note };
};

const presentRow = (name: GuideName) => {
  const { group, summary } = getGuideDefinition(name);
  return { name, title: GUIDE_TITLES[name], group, summary };
};

/** All guides. Same for every software. */
export const getGuideList = (): GuideList => ({ guides: GUIDE_NAMES.map(presentRow) });

const presentSections = (name: GuideName): Guide['sections'] => {
  let place = 0;
  const presentBlock = (block: GuideBlock): Block => {
    switch (block.kind) {
      case 'text':
        return { ...block };
      case 'steps':
        return { kind: 'steps', items: [...block.items] };
      case 'cases':
        return { kind: 'cases', items: block.items.map((item) => ({ ...item })) };
      case 'table':
        return { kind: 'table', head: [...block.head], rows: block.rows.map((row) => [...row]) };
      case 'figure':
        return {
          kind: 'figure',
          caption: block.caption,
          pictures: block.pictures.map(({ note }) => presentGuideFigure(name, (place += 1), note)),
        };
    }
  };
  return getGuideDefinition(name).sections.map(({ heading, blocks }) => ({
    heading,
    blocks: blocks.map(presentBlock),
  }));
};

/** Figures may take long together. Yields to the event loop after each. */
const drawPictures = async (name: GuideName): Promise<void> => {
  for (const at of listGuidePictures(getGuideDefinition(name)).keys()) {
    findGuidePicture(getGuidePictureName(name, at + 1));
    await new Promise(setImmediate);
  }
};

const guides = new Map<GuideName, Guide>();

const getNameAndTitle = (name: GuideName | undefined) =>
  name === undefined ? null : { name, title: GUIDE_TITLES[name] };

/** Returns one guide with its texts and pictures. @throws 404 */
export const getGuide = async (name: string): Promise<Guide> => {
  if (!isGuideName(name)) throw createNotFoundError('没有这一篇指南');
  const cached = guides.get(name);
  if (cached) return cached;
  await drawPictures(name);
  const { also, related } = getGuideDefinition(name);
  const at = GUIDE_NAMES.indexOf(name);
  const guide: Guide = {
    ...presentRow(name),
    also: [...also],
    sections: presentSections(name),
    related: related.map((relatedGuide) => {
      const { group: _, ...row } = presentRow(relatedGuide);
      return row;
    }),
    previous: getNameAndTitle(GUIDE_NAMES[at - 1]),
    next: getNameAndTitle(GUIDE_NAMES[at + 1]),
  };
  guides.set(name, guide);
  return guide;
};
