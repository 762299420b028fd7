import { UnreachableError, UserError } from '../errors.ts';
import { getDriver } from '../printer/drivers.ts';
import type { PrinterSettings } from '../settings.ts';

type Say = (line: string) => void;

/**
 * The printer with the certificate it shows now, which it is known by from now on. One without encryption has none; one
 * that cannot be reached has the one it shows first. `isWanted`: it has to be there.
 * @throws UserError when it is wanted and cannot be had
 */
export const acquaint = async (
  given: PrinterSettings,
  say: Say,
  isWanted = false,
): Promise<PrinterSettings> => {
  const { certificate: _, ...printer } = given;
  try {
    const certificate = await getDriver(printer).certificate?.(printer);
    if (certificate) {
      say(`记下了打印机的证书，以后只认它（SHA-256 指纹 ${certificate}）`);
      return { ...printer, certificate };
    }
    if (isWanted)
      throw new UserError('这台打印机没有证书', '--new-certificate 只用于 ipps:// 地址');
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    if (isWanted) throw new UserError(error.message, '开机或接好网线再试');
  }
  return printer;
};
