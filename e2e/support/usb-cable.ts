import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../scripts/lib/programs.mjs';

const python = findProgram('python3');
/** Why no device file can be emulated; '' when it can. */
export const noCable = python === null ? 'python3：没有找到' : '';

export type UsbCable = {
  /** The device file, present while the cable is plugged in. */
  path: string;
  plugIn: () => Promise<void>;
  pull: () => Promise<void>;
};

/**
 * Exposes a printer on a local TCP port as the device file of a USB printer. Check {@link noCable}
 * first.
 */
export const openUsbCable = async (port: number): Promise<UsbCable> => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-usb-'));
  const path = join(folder, 'lp0');
  let end: (() => Promise<void>) | null = null;
  const plugIn = async (): Promise<void> => {
    const script = join(import.meta.dirname, 'usb-cable.py');
    const child = spawn(python ?? 'python3', [script, String(port), path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await Promise.race([once(child.stdout, 'data'), exited]);
    end = async () => {
      child.stdin.end();
      await exited;
    };
  };
  const pullCable = async (): Promise<void> => {
    await end?.();
    end = null;
  };
  await plugIn();
  return { path, plugIn, pull: pullCable };
};

/** Unplugs the cable permanently. */
export const removeCable = async ({ path, pull }: UsbCable): Promise<void> => {
  await pull();
  rmSync(join(path, '..'), { recursive: true, force: true });
};
