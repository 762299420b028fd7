import {
  MAX_FOLDER_DEPTH,
  PICTURE_FOLDER_LENGTH,
  PICTURE_NAME_LENGTH,
} from '@yunbiao/contract/limits/picture';
import { createInvalidInputError } from '../../platform/errors.ts';

const EXTENSION = /\.(?:png|jpe?g|webp|gif|svg)$/;
/** Control characters, and characters that change the direction of a text. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A name or path as it is compared: without case, and in one Unicode form. */
const toKey = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** A picture's place in its library, as it is written and as it is compared. */
export type PicturePlace = {
  folder: string;
  name: string;
  folder_key: string;
  name_key: string;
  stem_key: string;
};

/** Folder path with `/`, which a Windows path or extra slashes become. @throws 400 */
export const parseFolder = (path: string): string => {
  const parts = path
    .split(/[/\\]/)
    .map((part) => part.normalize('NFC').trim())
    .filter((part) => part !== '');
  const folder = parts.join('/');
  if (parts.length > MAX_FOLDER_DEPTH)
    throw createInvalidInputError({ folder: `文件夹最多 ${MAX_FOLDER_DEPTH} 层` });
  if (folder.length > PICTURE_FOLDER_LENGTH)
    throw createInvalidInputError({ folder: `文件夹名称最多 ${PICTURE_FOLDER_LENGTH} 个字` });
  if (INVISIBLE.test(folder) || parts.some((part) => /^\.+$/.test(part)))
    throw createInvalidInputError({ folder: '文件夹名称里有不能用的字符' });
  return folder;
};

/** Builds the place of a picture from its folder and name. @throws 400 when one is invalid */
export const buildPicturePlace = (folderPath: string, fileName: string): PicturePlace => {
  const folder = parseFolder(folderPath);
  const name = fileName.normalize('NFC').trim();
  if (name === '' || /^\.+$/.test(name) || /[/\\]/.test(name) || INVISIBLE.test(name))
    throw createInvalidInputError({ name: '图片名称不能是空的，也不能有斜线' });
  if (name.length > PICTURE_NAME_LENGTH)
    throw createInvalidInputError({
      name: `图片名称“${name.slice(0, 20)}…”太长，最多 ${PICTURE_NAME_LENGTH} 个字`,
    });
  const key = toKey(name);
  return {
    folder,
    name,
    folder_key: toKey(folder),
    name_key: key,
    stem_key: key.replace(EXTENSION, ''),
  };
};

/** What a value of a data row looks for; a folder of null is any folder. */
export type WantedName = { folderKey: string | null; key: string };

/** Reads `folder/name`, also with backslashes and without the extension. */
export const parseWantedName = (value: string): WantedName => {
  const parts = toKey(value)
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const key = parts.pop() ?? '';
  const hasFolder = parts.length > 0 || /^\s*[/\\]/.test(value);
  return { folderKey: hasFolder ? parts.join('/') : null, key };
};
