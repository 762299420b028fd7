export { findUpload, type Upload } from './find-upload.ts';
export type { ImageUsage } from './image/job.ts';
export { saveImage, saveSiteImage } from './save-image.ts';
export { deleteUnusedUploads } from './delete-unused-uploads.ts';
