export { handbookPicture, type HandbookPicture } from './draw.ts';
export { handbookEntry, handbookOf } from './handbook.ts';
export { HANDBOOK_NAMES, type HandbookName, isHandbookName } from './names.ts';
