export { lookFound, searchFound, suggestAddress, testFound } from './ask-client.ts';
export { foundList } from './found-list.ts';
export { saveFound } from './save-found.ts';
export { moveToFound, takeFound } from './take-found.ts';
export { createWishes } from './wishes.ts';
