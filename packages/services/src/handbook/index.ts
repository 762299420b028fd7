export { handbookPicture, type HandbookPicture } from './draw.ts';
export { handbookEntry, getHandbook } from './handbook.ts';
