export { buildUnsubscribeUrl } from './build-letter.ts';
export { sendDigests } from './send.ts';
export { getDigestInfo, unsubscribeFromDigest, setDigestWanted } from './settings.ts';
