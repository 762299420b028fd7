export { buildDigestOffUrl } from './build-letter.ts';
export { sendDigests } from './send.ts';
export { digestInfo, digestOff, digestSet } from './settings.ts';
