import { fstatSync, openSync, writeSync } from 'node:fs';
import { koffi } from './koffi.ts';

/** ATTACH_PARENT_PROCESS of wincon.h, and the code page of UTF-8. */
const PARENT = 0xffff_ffff;
const UTF8 = 65_001;

const isRedirected = (): boolean => {
  try {
    const stat = fstatSync(1);
    return stat.isFile() || stat.isFIFO();
  } catch {
    return false;
  }
};

/**
 * Where a command's words go that was typed in a window of Windows: a program without a window of its own is not given
 * the one it was typed in, and has to ask for it. Null: the words go where they always go, or nowhere.
 */
export const typedInWindow = (): ((text: string) => void) | null => {
  if (isRedirected()) return null;
  try {
    const kernel = koffi().load('kernel32.dll');
    if (!kernel.func('int __stdcall AttachConsole(uint32_t process)')(PARENT)) return null;
    kernel.func('int __stdcall SetConsoleOutputCP(uint32_t page)')(UTF8);
    const window = openSync(String.raw`\\.\CONOUT$`, 'w');
    return (text) => void writeSync(window, text);
  } catch {
    return null;
  }
};
