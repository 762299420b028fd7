export { findGuidePicture } from './draw.ts';
export { type GuideText, listGuideTexts } from './guides.ts';
export { getGuide, getGuideList } from './present.ts';
