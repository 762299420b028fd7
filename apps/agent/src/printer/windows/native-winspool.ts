import { loadKoffi } from '../../native/koffi.ts';
import type { Koffi } from '../../native/koffi.ts';
import { createSpoolerCaller } from './winspool-calls.ts';
import type { Call } from './winspool-calls.ts';
import { JOB_CONTROL } from './winspool.ts';
import type { Handle, WindowsJob, WindowsPrinter, Winspool } from './winspool.ts';

/** Sizes and field offsets of PRINTER_INFO_2W and JOB_INFO_1W on 64-bit Windows, bytes. */
const PRINTER_LAYOUT = {
  size: 136,
  name: 8,
  port: 24,
  driver: 32,
  comment: 40,
  attributes: 104,
  status: 124,
};
const JOB_LAYOUT = { size: 96, id: 0, document: 32, status: 56, pagesPrinted: 72 };

/** PRINTER_ENUM_LOCAL and PRINTER_ENUM_CONNECTIONS. */
const LOCAL_AND_CONNECTED = 2 | 4;
const MAX_JOBS = 10_000;
/** Jobs and printers may appear between measuring the buffer size and filling it. */
const MAX_TRIES = 5;
const MAX_BYTES = 16 * 1024 * 1024;

/** Result of a call: success, required buffer size in bytes, and number of items. */
type CallResult = { done: boolean; needed: number; returned: number };
type NativeCall = (into: Buffer | null) => Promise<CallResult>;

/** Calls with a buffer of the required size; null when the call fails. */
const callWithBuffer = async (
  nativeCall: NativeCall,
): Promise<{ bytes: Buffer; returned: number } | null> => {
  let room: Buffer | null = null;
  for (let n = 0; n < MAX_TRIES; n += 1) {
    const { done, needed, returned }: CallResult = await nativeCall(room);
    if (done) return { bytes: room ?? Buffer.alloc(0), returned };
    if (needed <= (room?.length ?? 0) || needed > MAX_BYTES) return null;
    room = Buffer.alloc(needed);
  }
  return null;
};

/** Creates readers of the items that Windows writes into a buffer. */
const createStructReaders = (native: Koffi) => {
  /** Windows writes the strings into the same buffer and the struct contains pointers to them. */
  const readWindowsString = (bytes: Buffer, at: number): string =>
    bytes.readBigUInt64LE(at) === 0n ? '' : String(native.decode(bytes, at, 'str16') ?? '');
  const readPrinter = (bytes: Buffer, at: number): WindowsPrinter => ({
    name: readWindowsString(bytes, at + PRINTER_LAYOUT.name),
    port: readWindowsString(bytes, at + PRINTER_LAYOUT.port),
    driver: readWindowsString(bytes, at + PRINTER_LAYOUT.driver),
    comment: readWindowsString(bytes, at + PRINTER_LAYOUT.comment),
    attributes: bytes.readUInt32LE(at + PRINTER_LAYOUT.attributes),
    status: bytes.readUInt32LE(at + PRINTER_LAYOUT.status),
  });
  const readJob = (bytes: Buffer, at: number): WindowsJob => ({
    id: bytes.readUInt32LE(at + JOB_LAYOUT.id),
    document: readWindowsString(bytes, at + JOB_LAYOUT.document),
    status: bytes.readUInt32LE(at + JOB_LAYOUT.status),
    pagesPrinted: bytes.readUInt32LE(at + JOB_LAYOUT.pagesPrinted),
  });
  return { readPrinter, readJob };
};

type Read<Item> = (bytes: Buffer, at: number) => Item;

/** Reads one item; null when the call fails. */
const readSpoolerItem = async <Item>(
  call: Call,
  read: Read<Item>,
  name: 'printer' | 'job',
  ...before: unknown[]
): Promise<Item | null> => {
  const answer = await callWithBuffer(async (into) => {
    const neededBytes = [0];
    const status = await call(name, ...before, into, into?.length ?? 0, neededBytes);
    return { done: status !== 0, needed: neededBytes[0] ?? 0, returned: 1 };
  });
  return answer && read(answer.bytes, 0);
};

/** Reads all items of `size` bytes each; null when the call fails. */
const readSpoolerItems = async <Item>(
  call: Call,
  { read, size }: { read: Read<Item>; size: number },
  name: 'printers' | 'jobs',
  ...before: unknown[]
): Promise<Item[] | null> => {
  const answer = await callWithBuffer(async (into) => {
    const neededBytes = [0];
    const returnedCount = [0];
    const status = await call(name, ...before, into, into?.length ?? 0, neededBytes, returnedCount);
    return { done: status !== 0, needed: neededBytes[0] ?? 0, returned: returnedCount[0] ?? 0 };
  });
  return answer && Array.from({ length: answer.returned }, (_, i) => read(answer.bytes, i * size));
};

/** Starts a job with its only page. Returns its id; null when it was not started. */
const startJob = async (call: Call, handle: Handle, document: string): Promise<number | null> => {
  const documentInfo = { pDocName: document, pOutputFile: null, pDatatype: 'RAW' };
  const id = await call('startDoc', handle, 1, documentInfo);
  if (id === 0) return null;
  if (await call('startPage', handle)) return id;
  await call('abort', handle);
  return null;
};

const openWinspool = (native: Koffi): Winspool => {
  const call = createSpoolerCaller(native);
  const { readPrinter, readJob } = createStructReaders(native);
  const printerItems = { read: readPrinter, size: PRINTER_LAYOUT.size };
  const jobItems = { read: readJob, size: JOB_LAYOUT.size };
  return {
    open: async (name) => {
      const handle: Handle[] = [0n];
      return (await call('open', name, handle, null)) ? (handle[0] ?? null) : null;
    },
    close: async (handle) => void (await call('close', handle)),
    getPrinter: (handle) => readSpoolerItem(call, readPrinter, 'printer', handle, 2),
    listPrinters: () =>
      readSpoolerItems(call, printerItems, 'printers', LOCAL_AND_CONNECTED, null, 2),
    startJob: (handle, document) => startJob(call, handle, document),
    write: async (handle, bytes) => {
      const writtenCount = [0];
      const status = await call('write', handle, bytes, bytes.length, writtenCount);
      return status ? (writtenCount[0] ?? 0) : null;
    },
    endJob: async (handle) => {
      const hasEnded = await call('endPage', handle);
      return (await call('endDoc', handle)) !== 0 && hasEnded !== 0;
    },
    abort: async (handle) => (await call('abort', handle)) !== 0,
    getJob: (handle, id) => readSpoolerItem(call, readJob, 'job', handle, id, 1),
    listJobs: (handle) => readSpoolerItems(call, jobItems, 'jobs', handle, 0, MAX_JOBS, 1),
    controlJob: async (handle, id, control) =>
      (await call('setJob', handle, id, 0, null, JOB_CONTROL[control])) !== 0,
  };
};

let winspool: Winspool | null = null;

/**
 * Loads the Windows spooler functions. Throws where there is none, or when koffi cannot be loaded.
 */
export const loadWinspool = (): Winspool => {
  winspool ??= openWinspool(loadKoffi());
  return winspool;
};
