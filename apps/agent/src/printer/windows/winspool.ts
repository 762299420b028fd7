/**
 * The functions of Windows' spooler that are used here, as winspool.h has them. None of them throws; none tells more of a
 * failure than that it failed: the reason Windows keeps is kept by the thread, and each call runs on another.
 */
export type Winspool = {
  /** OpenPrinter. Null: there is none of this name, it is not ours to use, or the spooler is not there. */
  open: (name: string) => Promise<Handle | null>;
  close: (handle: Handle) => Promise<void>;
  /** GetPrinter, level 2. */
  printer: (handle: Handle) => Promise<WindowsPrinter | null>;
  /** EnumPrinters, level 2: those of this machine and those it is connected to. */
  printers: () => Promise<WindowsPrinter[] | null>;
  /** StartDocPrinter, data type RAW, and the page it wants. The number of the job; null: there is none. */
  begin: (handle: Handle, document: string) => Promise<number | null>;
  /** WritePrinter. How many bytes it took; null: it failed. */
  write: (handle: Handle, bytes: Uint8Array) => Promise<number | null>;
  /** EndPagePrinter and EndDocPrinter. */
  end: (handle: Handle) => Promise<boolean>;
  /** AbortPrinter: the job that is being written is given up. */
  abort: (handle: Handle) => Promise<boolean>;
  /** GetJob, level 1. */
  job: (handle: Handle, id: number) => Promise<WindowsJob | null>;
  /** EnumJobs, level 1. */
  jobs: (handle: Handle) => Promise<WindowsJob[] | null>;
  /** SetJob. */
  control: (handle: Handle, id: number, what: JobControl) => Promise<boolean>;
};

export type Handle = bigint | number;

/** Of PRINTER_INFO_2. */
export type WindowsPrinter = {
  name: string;
  port: string;
  driver: string;
  comment: string;
  /** PRINTER_ATTRIBUTE_…, PRINTER_STATUS_…: bits. */
  attributes: number;
  status: number;
};

/** Of JOB_INFO_1. */
export type WindowsJob = {
  id: number;
  document: string;
  /** JOB_STATUS_…: bits. */
  status: number;
  pagesPrinted: number;
};

/** JOB_CONTROL_PAUSE, JOB_CONTROL_DELETE. */
export const JOB_CONTROL = { pause: 1, delete: 5 } as const;
export type JobControl = keyof typeof JOB_CONTROL;

export const JOB_STATUS = {
  paused: 0x1,
  error: 0x2,
  deleting: 0x4,
  spooling: 0x8,
  printing: 0x10,
  offline: 0x20,
  paperOut: 0x40,
  printed: 0x80,
  deleted: 0x100,
  blocked: 0x200,
  userIntervention: 0x400,
  restart: 0x800,
  complete: 0x1000,
} as const;

export const PRINTER_STATUS = {
  paused: 0x1,
  error: 0x2,
  pendingDeletion: 0x4,
  paperJam: 0x8,
  paperOut: 0x10,
  manualFeed: 0x20,
  paperProblem: 0x40,
  offline: 0x80,
  ioActive: 0x100,
  busy: 0x200,
  printing: 0x400,
  outputBinFull: 0x800,
  notAvailable: 0x1000,
  waiting: 0x2000,
  processing: 0x4000,
  initializing: 0x8000,
  warmingUp: 0x1_0000,
  tonerLow: 0x2_0000,
  noToner: 0x4_0000,
  userIntervention: 0x10_0000,
  outOfMemory: 0x20_0000,
  doorOpen: 0x40_0000,
  powerSave: 0x100_0000,
  serverOffline: 0x200_0000,
} as const;

/** PRINTER_ATTRIBUTE_WORK_OFFLINE: a person said so, or the cable is out. */
export const WORK_OFFLINE = 0x400;
