export { handbookPicture, type HandbookPicture } from './draw.ts';
export { handbookEntry, handbookOf } from './handbook.ts';
