import { fstatSync, openSync, writeSync } from 'node:fs';
import { loadKoffi } from './koffi.ts';

/** ATTACH_PARENT_PROCESS of wincon.h, and the UTF-8 code page. */
const PARENT = 0xffff_ffff;
const UTF8 = 65_001;

const isOutputRedirected = (): boolean => {
  try {
    const stat = fstatSync(1);
    return stat.isFile() || stat.isFIFO();
  } catch {
    return false;
  }
};

/**
 * Returns a writer to the console a command was entered in. A windowed program is not attached to
 * it and must attach itself. Null: use stdout.
 */
export const openParentConsole = (): ((text: string) => void) | null => {
  if (isOutputRedirected()) return null;
  try {
    const kernel = loadKoffi().load('kernel32.dll');
    if (!kernel.func('int __stdcall AttachConsole(uint32_t process)')(PARENT)) return null;
    kernel.func('int __stdcall SetConsoleOutputCP(uint32_t page)')(UTF8);
    const window = openSync(String.raw`\\.\CONOUT$`, 'w');
    return (text) => void writeSync(window, text);
  } catch {
    return null;
  }
};
