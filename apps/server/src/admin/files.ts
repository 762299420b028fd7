import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { UserError } from '../startup/open-existing-database.ts';

const createUnreadableFileError = (name: string, error: unknown): UserError => {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: '没有这个文件',
    EISDIR: '它是文件夹',
    EACCES: '没有权限',
  };
  return new UserError(`读不了 ${name}：${reasons[code ?? ''] ?? String(error)}`);
};

const readUtf8File = async (folder: string, name: string): Promise<string> => {
  const bytes = await readFile(resolve(folder, name)).catch((error: unknown) => {
    throw createUnreadableFileError(name, error);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`读不了 ${name}：它不是 UTF-8 文本`);
  }
};

/**
 * Reads a command line value. `@name` means the text of that file.
 * @throws {UserError}
 */
export const readValueOrFile = async (folder: string, argument: string): Promise<string> =>
  argument.startsWith('@') ? readUtf8File(folder, argument.slice(1)) : argument;

/**
 * Creates a reader for files in the folder of a `readValueOrFile` argument or below it. A text from an
 * untrusted source may name any path, so other paths are refused.
 * @throws {UserError}
 */
export const createFolderReader =
  (folder: string, argument: string) =>
  async (path: string): Promise<Uint8Array> => {
    const base = argument.startsWith('@') ? dirname(resolve(folder, argument.slice(1))) : folder;
    const file = resolve(base, path);
    if (!file.startsWith(join(base, sep)))
      throw new UserError(`读不了 ${path}：图片要放在文章所在的文件夹里`);
    return readFile(file).catch((error: unknown) => {
      throw createUnreadableFileError(path, error);
    });
  };

/**
 * Reads a label template from a file: with its name and category, as in the sample pack, or bare.
 * @throws {UserError}
 */
export const readTemplateFile = async (
  folder: string,
  name: string,
): Promise<{ template: unknown }> => {
  let value: unknown;
  const text = await readUtf8File(folder, name);
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(`读不了 ${name}：它不是 JSON`);
  }
  if (typeof value === 'object' && value !== null && 'template' in value)
    return value as { template: unknown };
  return { template: value };
};

/**
 * Reads a file for a new template. A bare template is named after its file.
 * @throws {UserError}
 */
export const readTemplateFileForCreation = async (
  folder: string,
  name: string,
): Promise<unknown> => ({
  name: basename(name).replace(/\.json$/i, ''),
  category: '通用',
  ...(await readTemplateFile(folder, name)),
});

/**
 * Opens a file as a stream and returns its base name.
 * @throws {UserError}
 */
export const openLocalFile = async (
  folder: string,
  name: string,
): Promise<{ fileName: string; content: ReadableStream<Uint8Array> }> => {
  const path = resolve(folder, name);
  const stats = await stat(path).catch((error: unknown) => {
    throw createUnreadableFileError(name, error);
  });
  if (!stats.isFile()) throw new UserError(`读不了 ${name}：它不是文件`);
  const content: NodeReadableStream<Uint8Array> = Readable.toWeb(createReadStream(path));
  return { fileName: basename(path), content: content as ReadableStream<Uint8Array> };
};
