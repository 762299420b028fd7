/** Seconds of CPU of this process and of the children it has waited for; null where there is no /proc. */
export const readCpuSeconds: () => number | null;
