/** Largest picture as sent, bytes. */
export const IMAGE_BYTES = 10_000_000;
/** Most pixels a picture may declare. */
export const IMAGE_PIXELS = 25_000_000;
/** Most pixels on one side. */
export const IMAGE_SIDE = 16_000;

/** Kinds of picture taken, for `accept` of a file field: a phone then sends HEIC as JPEG. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export const HEIC_REFUSED = '不支持 HEIC，请在手机上存成 JPEG 再发';
export const IMAGE_TOO_LARGE = `图片太大了，最多 ${IMAGE_BYTES / 1_000_000} MB`;

/** How much closer a picture is looked at while it is cut to shape, as a slider has it: each step is as much more as the one before. */
export const CROP_ZOOM_STEPS = { min: 0, max: 100 } as const;
