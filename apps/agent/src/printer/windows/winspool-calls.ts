import type { Koffi, NativeFunction } from '../../native/koffi.ts';

/**
 * Maximum number of concurrent calls. A network queue may block a call for a minute, on a libuv
 * thread that disk writes need, too. The limit leaves at least one thread free.
 */
const MAX_CALLS = 3;

const createSemaphore = (max: number) => {
  let free = max;
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

const bindFunctions = (native: Koffi) => {
  const library = native.load('winspool.drv');
  native.struct('DOC_INFO_1W', { pDocName: 'str16', pOutputFile: 'str16', pDatatype: 'str16' });
  const bindPrototype = (prototype: string): NativeFunction => library.func(prototype);
  return {
    open: bindPrototype(
      'int __stdcall OpenPrinterW(str16 name, _Out_ uint64_t *handle, void *defaults)',
    ),
    close: bindPrototype('int __stdcall ClosePrinter(uint64_t handle)'),
    printer: bindPrototype(
      'int __stdcall GetPrinterW(uint64_t handle, uint32_t level, void *into, uint32_t size, _Out_ uint32_t *needed)',
    ),
    printers: bindPrototype(
      'int __stdcall EnumPrintersW(uint32_t flags, str16 name, uint32_t level, void *into, uint32_t size, _Out_ uint32_t *needed, _Out_ uint32_t *returned)',
    ),
    startDoc: bindPrototype(
      'uint32_t __stdcall StartDocPrinterW(uint64_t handle, uint32_t level, DOC_INFO_1W *document)',
    ),
    startPage: bindPrototype('int __stdcall StartPagePrinter(uint64_t handle)'),
    write: bindPrototype(
      'int __stdcall WritePrinter(uint64_t handle, void *bytes, uint32_t size, _Out_ uint32_t *written)',
    ),
    endPage: bindPrototype('int __stdcall EndPagePrinter(uint64_t handle)'),
    endDoc: bindPrototype('int __stdcall EndDocPrinter(uint64_t handle)'),
    abort: bindPrototype('int __stdcall AbortPrinter(uint64_t handle)'),
    job: bindPrototype(
      'int __stdcall GetJobW(uint64_t handle, uint32_t id, uint32_t level, void *into, uint32_t size, _Out_ uint32_t *needed)',
    ),
    jobs: bindPrototype(
      'int __stdcall EnumJobsW(uint64_t handle, uint32_t first, uint32_t most, uint32_t level, void *into, uint32_t size, _Out_ uint32_t *needed, _Out_ uint32_t *returned)',
    ),
    setJob: bindPrototype(
      'int __stdcall SetJobW(uint64_t handle, uint32_t id, uint32_t level, void *job, uint32_t command)',
    ),
  };
};

type Functions = ReturnType<typeof bindFunctions>;
export type Call = (name: keyof Functions, ...args: unknown[]) => Promise<number>;

/** Creates the function that calls a spooler function on another thread. */
export const createSpoolerCaller = (native: Koffi): Call => {
  const functions = bindFunctions(native);
  const semaphore = createSemaphore(MAX_CALLS);
  return (name, ...args) =>
    semaphore(
      () =>
        new Promise((resolve, reject) => {
          functions[name].async(...args, (error: unknown, result: unknown) => {
            if (error) reject(error instanceof Error ? error : new Error(String(error)));
            else resolve(Number(result));
          });
        }),
    );
};
