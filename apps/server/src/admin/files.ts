import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { UserError } from '../open-existing.ts';

const unreadable = (name: string, error: unknown): UserError => {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: '没有这个文件',
    EISDIR: '它是文件夹',
    EACCES: '没有权限',
  };
  return new UserError(`读不了 ${name}：${reasons[code ?? ''] ?? String(error)}`);
};

const getText = async (folder: string, name: string): Promise<string> => {
  const bytes = await readFile(resolve(folder, name)).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`读不了 ${name}：它不是 UTF-8 文本`);
  }
};

/** A value of the command line: `@name` stands for the text of a file. @throws {UserError} */
export const getValue = async (folder: string, argument: string): Promise<string> =>
  argument.startsWith('@') ? getText(folder, argument.slice(1)) : argument;

/**
 * Reads what lies beside the text of a `getValue` argument, or below: a text from elsewhere may name anything, so nothing
 * else is read. @throws {UserError}
 */
export const createReader =
  (folder: string, argument: string) =>
  async (path: string): Promise<Uint8Array> => {
    const base = argument.startsWith('@') ? dirname(resolve(folder, argument.slice(1))) : folder;
    const file = resolve(base, path);
    if (!file.startsWith(join(base, sep)))
      throw new UserError(`读不了 ${path}：图片要放在文章所在的文件夹里`);
    return readFile(file).catch((error: unknown) => {
      throw unreadable(path, error);
    });
  };

/**
 * A label template as files hold it: with its name and category, as in the sample pack, or bare.
 * @throws {UserError}
 */
export const templateIn = async (folder: string, name: string): Promise<{ template: unknown }> => {
  let value: unknown;
  const text = await getText(folder, name);
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(`读不了 ${name}：它不是 JSON`);
  }
  if (typeof value === 'object' && value !== null && 'template' in value)
    return value as { template: unknown };
  return { template: value };
};

/** The same for a new template: what is bare is named by its file. @throws {UserError} */
export const newTemplateIn = async (folder: string, name: string): Promise<unknown> => ({
  name: basename(name).replace(/\.json$/i, ''),
  category: '通用',
  ...(await templateIn(folder, name)),
});

/** A file's bytes and its own name. @throws {UserError} */
export const bytesIn = async (
  folder: string,
  name: string,
): Promise<{ fileName: string; content: ReadableStream<Uint8Array> }> => {
  const path = resolve(folder, name);
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  if (!found.isFile()) throw new UserError(`读不了 ${name}：它不是文件`);
  const content: NodeReadableStream<Uint8Array> = Readable.toWeb(createReadStream(path));
  return { fileName: basename(path), content: content as ReadableStream<Uint8Array> };
};
