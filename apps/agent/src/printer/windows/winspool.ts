/**
 * The used functions of the Windows spooler (winspool.h). None throws. A failure has no reason,
 * because GetLastError is per thread and each call runs on another one.
 */
export type Winspool = {
  /**
   * OpenPrinter. Null when the name is unknown, access is denied, or the spooler is not running.
   */
  open: (name: string) => Promise<Handle | null>;
  close: (handle: Handle) => Promise<void>;
  /** GetPrinter, level 2. */
  getPrinter: (handle: Handle) => Promise<WindowsPrinter | null>;
  /** EnumPrinters, level 2: local and connected printers. */
  listPrinters: () => Promise<WindowsPrinter[] | null>;
  /**
   * StartDocPrinter with data type RAW, and StartPagePrinter. Returns the job number; null on
   * failure.
   */
  startJob: (handle: Handle, document: string) => Promise<number | null>;
  /** WritePrinter. Returns the number of accepted bytes; null on failure. */
  write: (handle: Handle, bytes: Uint8Array) => Promise<number | null>;
  /** EndPagePrinter and EndDocPrinter. */
  endJob: (handle: Handle) => Promise<boolean>;
  /** AbortPrinter: cancels the job being written. */
  abort: (handle: Handle) => Promise<boolean>;
  /** GetJob, level 1. */
  getJob: (handle: Handle, id: number) => Promise<WindowsJob | null>;
  /** EnumJobs, level 1. */
  listJobs: (handle: Handle) => Promise<WindowsJob[] | null>;
  /** SetJob. */
  controlJob: (handle: Handle, id: number, control: JobControl) => Promise<boolean>;
};

export type Handle = bigint | number;

/** Fields of PRINTER_INFO_2. */
export type WindowsPrinter = {
  name: string;
  port: string;
  driver: string;
  comment: string;
  /** PRINTER_ATTRIBUTE_… and PRINTER_STATUS_… bits. */
  attributes: number;
  status: number;
};

/** Fields of JOB_INFO_1. */
export type WindowsJob = {
  id: number;
  document: string;
  /** JOB_STATUS_… bits. */
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

/** PRINTER_ATTRIBUTE_WORK_OFFLINE: set by a person, or because the cable is unplugged. */
export const WORK_OFFLINE = 0x400;
