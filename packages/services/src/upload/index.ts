export { findUpload, type Upload } from './find-upload.ts';
export type { ImageUsage } from './image/job.ts';
export { saveImage, saveOwnImage } from './save-image.ts';
export { sweepUploads } from './sweep-uploads.ts';
