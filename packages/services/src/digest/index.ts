export { digestOffUrl } from './letter.ts';
export { sendDigests } from './send.ts';
export { digestInfo, digestOff, digestSet } from './wish.ts';
