import { UnreachableError, UserError } from '../errors.ts';
import { getDriver } from '../printer/drivers.ts';
import type { PrinterSettings } from '../settings.ts';

type Say = (line: string) => void;

/**
 * Pins the certificate the printer presents now. A printer without encryption has no certificate.
 * An unreachable printer stays without a pin: its first certificate will be pinned at the first
 * connection. `isRequired`: the certificate is required.
 * @throws UserError when the certificate is required and not available
 */
export const pinPresentedCertificate = async (
  printerSettings: PrinterSettings,
  print: Say,
  isRequired = false,
): Promise<PrinterSettings> => {
  const { certificate: _, ...printer } = printerSettings;
  try {
    const certificate = await getDriver(printer).queryCertificate?.(printer);
    if (certificate) {
      print(`记下了打印机的证书，以后只认它（SHA-256 指纹 ${certificate}）`);
      return { ...printer, certificate };
    }
    if (isRequired)
      throw new UserError('这台打印机没有证书', '--new-certificate 只用于 ipps:// 地址');
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    if (isRequired) throw new UserError(error.message, '开机或接好网线后重试');
  }
  return printer;
};
