export { drawCachedPicture as findHandbookPicture, type HandbookPicture } from './draw.ts';
export { getHandbookEntry, getHandbook } from './handbook.ts';
