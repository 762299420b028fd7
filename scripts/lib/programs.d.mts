/** Full path of a program on the PATH, or null. */
export const findProgram: (name: string) => string | null;
/** Path of the system's Chromium, or null. CHROMIUM_PATH wins. */
export const findChromium: () => string | null;
/** Whether something accepts TCP connections there within half a second. */
export const isPortOpen: (host: string, port: number) => Promise<boolean>;
