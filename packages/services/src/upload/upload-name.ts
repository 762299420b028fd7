/** `/uploads/{22 random characters}-{width}x{height}.webp`: the address tells the room a picture takes. */
const NAME = /^[a-z0-9]{22}-\d{1,5}x\d{1,5}\.webp$/;
const PATH = '/uploads/';

export const isUploadName = (name: string): boolean => NAME.test(name);

/** Key in the file store. */
export const getKey = (name: string): string => `uploads/${name}`;

export const getUrl = (key: string): string => `/${key}`;

/** Key of the picture behind an own address; null when it is the address of none. */
export const keyOfUrl = (url: string): string | null => {
  const name = url.startsWith(PATH) ? url.slice(PATH.length) : '';
  return isUploadName(name) ? getKey(name) : null;
};

const IN_TEXT = /\/(uploads\/[a-z0-9]{22}-\d{1,5}x\d{1,5}\.webp)/g;

/** Keys of all pictures a text names, wherever it does. */
export const keysIn = (text: string): string[] =>
  Array.from(text.matchAll(IN_TEXT), ([, key = '']) => key);
