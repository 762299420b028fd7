import { getErrorCode } from '../errors.ts';
import { readSettings } from '../settings.ts';
import { servePrinter } from './serve.ts';
import type { PrinterServer } from './serve.ts';
import type { createZplPrinter } from './zpl-printer.ts';

/**
 * Ports of printers with a pulled cable. Their print clients keep connecting, so no other printer
 * may use these ports.
 */
const pulledPorts = new Set<number>();

const servePrinterOnFreePort = async (
  printer: ReturnType<typeof createZplPrinter>,
): Promise<PrinterServer> => {
  const printerServer = await servePrinter(printer, 0);
  if (!pulledPorts.has(printerServer.port)) return printerServer;
  // Stays open until another port is found, or the system would assign it again.
  try {
    return await servePrinterOnFreePort(printer);
  } finally {
    await printerServer.close();
  }
};

/**
 * Finds the port used before the process ended; 0 when there is none. On another port it would be
 * another printer, whose counter proves nothing about pending labels.
 */
export const findPreviouslyUsedPort = (home: string): number => {
  try {
    const at = readSettings(home).printers[0]?.at;
    return at?.kind === 'tcp' && !pulledPorts.has(at.port) ? at.port : 0;
  } catch {
    // The settings are rewritten soon.
    return 0;
  }
};

/**
 * The printer's cable: opens its port while plugged in, the same one (initially `formerPort`) if it is
 * still free.
 */
export const createPluggablePrinterPort = (
  printer: ReturnType<typeof createZplPrinter>,
  formerPort: number,
  onPort: (port: number) => void,
) => {
  let server: PrinterServer | null = null;
  let port = 0;
  const openPrinterPort = async (): Promise<PrinterServer> => {
    const wantedPort = port || formerPort;
    if (wantedPort === 0) return servePrinterOnFreePort(printer);
    try {
      return await servePrinter(printer, wantedPort);
    } catch (error) {
      if (getErrorCode(error) !== 'EADDRINUSE') throw error;
      return servePrinterOnFreePort(printer);
    }
  };
  const closePrinterPort = async (): Promise<void> => {
    const old = server;
    server = null;
    await old?.close();
  };
  return {
    plug: async () => {
      if (server) return;
      const printerServer = await openPrinterPort();
      try {
        if (printerServer.port !== port) onPort(printerServer.port);
      } catch (error) {
        await printerServer.close();
        throw error;
      }
      pulledPorts.delete(port);
      server = printerServer;
      port = printerServer.port;
    },
    pull: async () => {
      pulledPorts.add(port);
      await closePrinterPort();
    },
    release: async () => {
      pulledPorts.delete(port);
      await closePrinterPort();
    },
  };
};
