import type { DiscoveryRequest } from '@yunbiao/contract/gateway/discovery';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { createPrinterTestTemplate } from '@yunbiao/label/indicator-label';
import { UserError } from '../errors.ts';
import { getDriver } from '../printer/drivers.ts';
import type { PreparedLabel } from '../printer/queue.ts';
import { isStreamPlace, openStream, sendLastBytes } from '../printer/stream.ts';
import { getLabelFonts, prepareLabel } from '../render/prepare.ts';
import { createDefaultSetup } from '../render/default-setup.ts';
import type { PrinterSettings } from '../settings.ts';

type TestRequest = Extract<DiscoveryRequest, { do: 'test' }>;

/** Prepares the label that shows whether language and resolution are right. Throws UserError. */
export const prepareTestLabel = ({
  language,
  dpi,
  widthMm,
  heightMm,
  gapMm,
}: Omit<TestRequest, 'do' | 'foundId'>): PreparedLabel => {
  const { name, media } = LANGUAGE_FACTS[language];
  const setup = {
    ...createDefaultSetup({ language, dpi, widthMm, heightMm }),
    ...(media.length > 1 && {
      media: gapMm > 0 ? ('gap' as const) : ('continuous' as const),
      gapMm,
    }),
  };
  const template = createPrinterTestTemplate({ language: name, dpi, widthMm, heightMm });
  // Every ZPL printer supports graphics as hex digits.
  const prepareOptions = { fonts: getLabelFonts(), graphics: 'ascii' } as const;
  const prepared = prepareLabel({ template, setup }, {}, prepareOptions);
  if (!prepared.ok) throw new UserError(`测试标签画不出来：${prepared.reason}`);
  return prepared;
};

/**
 * Maximum time until the printer closes, ms. A printer that keeps the connection open has received
 * the job after it.
 */
const CLOSE_TIMEOUT_MS = 3000;

/** Sends only the label, without status queries that an unknown printer might print. */
const sendLabelBytes = async (printer: PrinterSettings, bytes: Uint8Array): Promise<void> => {
  const socket = await openStream(printer.at, true);
  socket.resume();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.on('end', () => socket.destroy());
    sendLastBytes(socket, printer, bytes);
  });
};

/**
 * Sends a label directly, bypassing the queue. Only the printed label shows the result.
 * @throws UnreachableError, or UserError when the job was rejected
 */
export const sendLabelToPrinter = async (
  printer: PrinterSettings,
  label: PreparedLabel,
): Promise<void> => {
  if (isStreamPlace(printer.at)) return sendLabelBytes(printer, label.bytes);
  await getDriver(printer).send(printer, label);
};
