import { koffi } from '../../native/koffi.ts';
import type { Koffi, NativeFunction } from '../../native/koffi.ts';
import { JOB_CONTROL } from './winspool.ts';
import type { Handle, WindowsJob, WindowsPrinter, Winspool } from './winspool.ts';

/** Where fields of PRINTER_INFO_2W and JOB_INFO_1W are in 64-bit Windows, and how long each is, bytes. */
const PRINTER = {
  size: 136,
  name: 8,
  port: 24,
  driver: 32,
  comment: 40,
  attributes: 104,
  status: 124,
};
const JOB = { size: 96, id: 0, document: 32, status: 56, pagesPrinted: 72 };

/** PRINTER_ENUM_LOCAL and PRINTER_ENUM_CONNECTIONS. */
const LOCAL_AND_CONNECTED = 2 | 4;
const MAX_JOBS = 10_000;
/** Jobs and printers may come while their room is measured. */
const TRIES = 5;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A queue on the network may keep a call for a minute, on a thread that the disk is written by, too. So few of them wait
 * at a time that there is always one left.
 */
const MAX_CALLS = 3;

const createGate = (most: number) => {
  let free = most;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};

const listFunctions = (native: Koffi) => {
  const library = native.load('winspool.drv');
  native.struct('DOC_INFO_1W', { pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' });
  const of = (prototype: string): NativeFunction => library.func(prototype);
  return {
    open: of('int __stdcall OpenPrinterW(str16 name, _Out_ uint64_t *handle, void *defaults)'),
    close: of('int __stdcall ClosePrinter(uint64_t handle)'),
    printer: of(
      'int __stdcall GetPrinterW(uint64_t handle, uint32_t level, void *into, uint32_t size, _Out_ uint32_t *needed)',
    ),
    printers: of(
      'int __stdcall EnumPrintersW(uint32_t flags, str16 name, uint32_t level, void *into, uint32_t size, _Out_ uint32_t *needed, _Out_ uint32_t *returned)',
    ),
    startDoc: of(
      'uint32_t __stdcall StartDocPrinterW(uint64_t handle, uint32_t level, DOC_INFO_1W *document)',
    ),
    startPage: of('int __stdcall StartPagePrinter(uint64_t handle)'),
    write: of(
      'int __stdcall WritePrinter(uint64_t handle, void *bytes, uint32_t size, _Out_ uint32_t *written)',
    ),
    endPage: of('int __stdcall EndPagePrinter(uint64_t handle)'),
    endDoc: of('int __stdcall EndDocPrinter(uint64_t handle)'),
    abort: of('int __stdcall AbortPrinter(uint64_t handle)'),
    job: of(
      'int __stdcall GetJobW(uint64_t handle, uint32_t id, uint32_t level, void *into, uint32_t size, _Out_ uint32_t *needed)',
    ),
    jobs: of(
      'int __stdcall EnumJobsW(uint64_t handle, uint32_t first, uint32_t most, uint32_t level, void *into, uint32_t size, _Out_ uint32_t *needed, _Out_ uint32_t *returned)',
    ),
    setJob: of(
      'int __stdcall SetJobW(uint64_t handle, uint32_t id, uint32_t level, void *job, uint32_t command)',
    ),
  };
};

/** What a call says of itself: whether it did it, how much room it needs, how many it wrote. */
type Said = { done: boolean; needed: number; returned: number };
type Ask = (into: Buffer | null) => Promise<Said>;

/** Asks with as much room as it needs. Null: it failed. */
const inRoom = async (ask: Ask): Promise<{ bytes: Buffer; returned: number } | null> => {
  let room: Buffer | null = null;
  for (let n = 0; n < TRIES; n += 1) {
    const { done, needed, returned }: Said = await ask(room);
    if (done) return { bytes: room ?? Buffer.alloc(0), returned };
    if (needed <= (room?.length ?? 0) || needed > MAX_BYTES) return null;
    room = Buffer.alloc(needed);
  }
  return null;
};

const open = (native: Koffi): Winspool => {
  const functions = listFunctions(native);
  const gate = createGate(MAX_CALLS);
  const call = (name: keyof typeof functions, ...args: unknown[]): Promise<number> =>
    gate(
      () =>
        new Promise((resolve, reject) => {
          functions[name].async(...args, (error: unknown, result: unknown) => {
            if (error) reject(error instanceof Error ? error : new Error(String(error)));
            else resolve(Number(result));
          });
        }),
    );
  /** Windows writes the texts behind what points at them. */
  const text = (bytes: Buffer, at: number): string =>
    bytes.readBigUInt64LE(at) === 0n ? '' : String(native.decode(bytes, at, 'str16') ?? '');
  const printerAt = (bytes: Buffer, at: number): WindowsPrinter => ({
    name: text(bytes, at + PRINTER.name),
    port: text(bytes, at + PRINTER.port),
    driver: text(bytes, at + PRINTER.driver),
    comment: text(bytes, at + PRINTER.comment),
    attributes: bytes.readUInt32LE(at + PRINTER.attributes),
    status: bytes.readUInt32LE(at + PRINTER.status),
  });
  const jobAt = (bytes: Buffer, at: number): WindowsJob => ({
    id: bytes.readUInt32LE(at + JOB.id),
    document: text(bytes, at + JOB.document),
    status: bytes.readUInt32LE(at + JOB.status),
    pagesPrinted: bytes.readUInt32LE(at + JOB.pagesPrinted),
  });
  /** One that fills in what it returns. */
  const one =
    (name: 'printer' | 'job', ...before: unknown[]): Ask =>
    async (into) => {
      const needed = [0];
      const done = await call(name, ...before, into, into?.length ?? 0, needed);
      return { done: done !== 0, needed: needed[0] ?? 0, returned: 1 };
    };
  const many =
    (name: 'printers' | 'jobs', ...before: unknown[]): Ask =>
    async (into) => {
      const needed = [0];
      const returned = [0];
      const done = await call(name, ...before, into, into?.length ?? 0, needed, returned);
      return { done: done !== 0, needed: needed[0] ?? 0, returned: returned[0] ?? 0 };
    };
  const list = async <Item>(
    ask: Ask,
    size: number,
    read: (bytes: Buffer, at: number) => Item,
  ): Promise<Item[] | null> => {
    const answer = await inRoom(ask);
    return (
      answer && Array.from({ length: answer.returned }, (_, i) => read(answer.bytes, i * size))
    );
  };
  return {
    open: async (name) => {
      const handle: Handle[] = [0n];
      return (await call('open', name, handle, null)) ? (handle[0] ?? null) : null;
    },
    close: async (handle) => void (await call('close', handle)),
    printer: async (handle) => {
      const answer = await inRoom(one('printer', handle, 2));
      return answer && printerAt(answer.bytes, 0);
    },
    printers: () => list(many('printers', LOCAL_AND_CONNECTED, null, 2), PRINTER.size, printerAt),
    begin: async (handle, document) => {
      const about = { pDocName: document, pOutputFile: null, pDatatype: 'RAW' };
      const id = await call('startDoc', handle, 1, about);
      if (id === 0) return null;
      if (await call('startPage', handle)) return id;
      await call('abort', handle);
      return null;
    },
    write: async (handle, bytes) => {
      const written = [0];
      const done = await call('write', handle, bytes, bytes.length, written);
      return done ? (written[0] ?? 0) : null;
    },
    end: async (handle) => {
      const hasEnded = await call('endPage', handle);
      return (await call('endDoc', handle)) !== 0 && hasEnded !== 0;
    },
    abort: async (handle) => (await call('abort', handle)) !== 0,
    job: async (handle, id) => {
      const answer = await inRoom(one('job', handle, id, 1));
      return answer && jobAt(answer.bytes, 0);
    },
    jobs: (handle) => list(many('jobs', handle, 0, MAX_JOBS, 1), JOB.size, jobAt),
    control: async (handle, id, what) =>
      (await call('setJob', handle, id, 0, null, JOB_CONTROL[what])) !== 0,
  };
};

let opened: Winspool | null = null;

/** Windows' own spooler. @throws where there is none, or where koffi is not */
export const nativeWinspool = (): Winspool => {
  opened ??= open(koffi());
  return opened;
};
