/** Seconds of CPU of this process and of the children it has waited for; null where there is no /proc. */
export const readCpuSeconds: () => number | null;
/** The same, with the processes below this one that still run, such as a browser; null where there is no /proc. */
export const readTreeCpuSeconds: () => number | null;
/** Seconds of CPU of a fixed hash loop: figures of two machines compare as theirs of this do. */
export const measureCalibration: () => number;
