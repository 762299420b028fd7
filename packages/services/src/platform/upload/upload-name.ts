/**
 * `/uploads/{22 random characters}-{width}x{height}.webp`: the URL contains the size for the
 * layout. Pictures of libraries are also PNG and SVG; texts show WebP only.
 */
const NAME = /^[a-z0-9]{22}-\d{1,5}x\d{1,5}\.(?:webp|png|svg)$/;
const PATH = '/uploads/';

export const isUploadName = (name: string): boolean => NAME.test(name);

/** Key in the file store. */
export const getUploadKey = (name: string): string => `uploads/${name}`;

export const getUploadUrl = (key: string): string => `/${key}`;

/** Key of the picture behind a URL path of this site; null when it is not a picture. */
export const parseUploadUrlKey = (url: string): string | null => {
  const name = url.startsWith(PATH) ? url.slice(PATH.length) : '';
  return isUploadName(name) ? getUploadKey(name) : null;
};

const IN_TEXT = /\/(uploads\/[a-z0-9]{22}-\d{1,5}x\d{1,5}\.webp)/g;

/** Keys of all pictures that a text contains. */
export const listUploadKeysInText = (text: string): string[] =>
  Array.from(text.matchAll(IN_TEXT), ([, key = '']) => key);
