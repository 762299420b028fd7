/** Maximum upload size, bytes. */
export const IMAGE_BYTES = 10_000_000;
/** Maximum declared pixels. */
export const IMAGE_PIXELS = 25_000_000;
/** Maximum pixels per side. */
export const IMAGE_SIDE = 16_000;

/** Accepted picture types, for `accept` of a file field: a phone then sends HEIC as JPEG. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export const HEIC_REFUSED = '不支持 HEIC，请在手机上保存为 JPEG 再发';
export const IMAGE_TOO_LARGE = `图片太大了，最多 ${IMAGE_BYTES / 1_000_000} MB`;

/** Zoom steps of the crop slider. Each step enlarges by the same factor. */
export const CROP_ZOOM_STEPS = { min: 0, max: 100 } as const;
