import type { ClientWish } from '@yunbiao/contract/found';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { tellTale } from '@yunbiao/label/tell-tale';
import { UserError } from '../errors.ts';
import { getDriver } from '../printer/drivers.ts';
import type { Ready } from '../printer/queue.ts';
import { isStream, openStream, sendLast } from '../printer/stream.ts';
import { labelFonts, prepareLabel } from '../render/prepare.ts';
import { usualSetup } from '../render/usual-setup.ts';
import type { PrinterSettings } from '../settings.ts';

type Test = Extract<ClientWish, { do: 'test' }>;

/** The label that shows whether language and resolution are right, drawn. @throws UserError */
export const testJob = ({
  language,
  dpi,
  widthMm,
  heightMm,
  gapMm,
}: Omit<Test, 'do' | 'foundId'>): Ready => {
  const { name, media } = LANGUAGE_FACTS[language];
  const setup = {
    ...usualSetup({ language, dpi, widthMm, heightMm }),
    ...(media.length > 1 && {
      media: gapMm > 0 ? ('gap' as const) : ('continuous' as const),
      gapMm,
    }),
  };
  const template = tellTale({ language: name, dpi, widthMm, heightMm });
  // Every printer that speaks ZPL reads graphics as digits.
  const means = { fonts: labelFonts(), graphics: 'ascii' } as const;
  const prepared = prepareLabel({ template, setup }, {}, means);
  if (!prepared.ok) throw new UserError(`测试标签画不出来：${prepared.reason}`);
  return prepared;
};

/** A printer that takes a job and closes does so within this; one that keeps the connection has it by then. */
const TAKEN_MS = 3000;

/** What is not asked anything, and closes: its bytes, and no question around them that it might print. */
const sendBytes = async (printer: PrinterSettings, bytes: Uint8Array): Promise<void> => {
  const socket = await openStream(printer.at, true);
  socket.resume();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.destroy(), TAKEN_MS);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.on('end', () => socket.destroy());
    sendLast(socket, printer, bytes);
  });
};

/**
 * Sends a label outside of any queue. What becomes of it the paper says.
 * @throws UnreachableError, UserError when it was turned away
 */
export const sendJob = async (printer: PrinterSettings, label: Ready): Promise<void> => {
  if (isStream(printer.at)) return sendBytes(printer, label.bytes);
  await getDriver(printer).send(printer, label);
};
