export { drawCachedPicture as findHandbookPicture, type HandbookPicture } from './draw.ts';
export { handbookEntry, getHandbook } from './handbook.ts';
