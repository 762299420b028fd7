import { DOCUMENT_FORMATS } from '../../document-format.ts';
import type { DocumentFormat } from '../../document-format.ts';
import { UnreachableError } from '../../errors.ts';
import { placeText } from '../../places.ts';
import type { PrinterSettings } from '../../settings.ts';
import type { Desk } from '../desk.ts';
import { isSilence } from '../jobs/errors.ts';
import type { Silence } from '../jobs/errors.ts';
import type { Spool } from '../jobs/job.ts';
import { runJobDriver } from '../jobs/job-driver.ts';
import { sendOnce } from '../jobs/send-once.ts';
import { trustIn } from '../jobs/trust.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { unreachableView } from '../view.ts';
import type { PrinterView } from '../view.ts';
import { listAbilities } from './abilities.ts';
import type { Abilities } from './abilities.ts';
import { createIpp } from './client.ts';
import { createPrinterSpool } from './printer-spool.ts';
import { getFingerprint } from './secure.ts';
import type { Pin } from './secure.ts';
import { addressIn, targetAt } from './target.ts';

/** Nothing prints faster: 14 inches a second. */
const MM_PER_MS = (14 * 25.4) / 1000;
const ASK_MS = 250;
/** A handshake costs a printer more than an answer. */
const ASK_SECURE_MS = 1000;

const getUri = ({ at }: PrinterSettings): string => {
  if (at.kind === 'ipp') return at.uri;
  throw new Error(`${at.kind} does not speak IPP`);
};

/** So much of a fingerprint that people can compare it. */
const shortened = (fingerprint: string): string => fingerprint.slice(0, 23);

/** What is said of a printer that nothing is wrong with. */
const usualText = (uri: string, pin: Pin, handsOn: boolean): string => {
  if (handsOn) return '这个地址只说交给了打印机，不说印完没有';
  const known = addressIn(uri).isSecure ? pin.known() : null;
  return known === null ? '' : `加密连接，认第一次连接时的证书 ${shortened(known)}…`;
};

/** The certificate the member has accepted, else the one the ledger remembers of this address. */
const pinIn = ({ ledger, printer, learned }: Desk): Pin => {
  const { host, port } = addressIn(getUri(printer));
  const prefix = `${host}:${port} `;
  let { certificate } = ledger.traits(printer.localId);
  return {
    known: () =>
      printer.certificate ??
      (certificate.startsWith(prefix) ? certificate.slice(prefix.length) : null),
    learn: (fingerprint) => {
      certificate = prefix + fingerprint;
      learned({ certificate });
    },
  };
};

/** For one question: of a printer nobody has met, any certificate will do. */
const passingPin = ({ certificate }: PrinterSettings): Pin => {
  let known = certificate ?? null;
  return {
    known: () => known,
    learn: (fingerprint) => {
      known = fingerprint;
    },
  };
};

const getSpool = (
  printer: PrinterSettings,
  pin: Pin,
  onAbilities: (abilities: Abilities) => void,
): Spool => {
  const uri = getUri(printer);
  let handsOn = false;
  return createPrinterSpool({
    ipp: createIpp(targetAt(uri, pin)),
    read: (said) => listAbilities(said, printer, addressIn(uri).path),
    onAbilities: (abilities) => {
      ({ handsOn } = abilities);
      onAbilities(abilities);
    },
    usual: () => usualText(uri, pin, handsOn),
  });
};

const silentView = ({ at }: PrinterSettings, why: Silence): PrinterView => {
  if (why instanceof UnreachableError) return unreachableView(at, why.code);
  const view = unreachableView(at, '');
  return { ...view, stateText: `打印机 ${placeText(at)} ${why.message}`.slice(0, 200) };
};

const run = (desk: Desk): Promise<void> => {
  const { printer } = desk;
  let prints = false;
  const spool = getSpool(printer, pinIn(desk), ({ way, handsOn }) => {
    prints = !handsOn;
    desk.learned({ counts: prints });
    if (way?.kind === 'page') desk.draw(way.formats);
  });
  return runJobDriver(desk, {
    spool,
    ...trustIn(desk, () => prints),
    leastMs: ({ page }) => (page ? page.heightMm / MM_PER_MS : 0),
    silent: (why) => silentView(printer, why),
    forgetsPrinted: false,
    askMs: addressIn(getUri(printer)).isSecure ? ASK_SECURE_MS : ASK_MS,
  });
};

const UNANSWERED = '打印机没有好好应答：不说 IPP，或者正忙';

/** Printers that speak IPP themselves, and servers that speak it for others. */
export const ippDriver: PrinterDriver = {
  // What `counts` says here is whether its `completed` is said of paper.
  getEvidence: (_, { counts, answersEarly }) =>
    counts && !answersEarly ? ['consumed', 'ipp-completed'] : ['consumed'],
  run,
  ask: async (printer) => {
    try {
      return (await getSpool(printer, passingPin(printer), () => undefined).look()).view;
    } catch (error) {
      if (isSilence(error) && !(error instanceof UnreachableError)) return null;
      throw error;
    }
  },
  send: (printer, label) =>
    sendOnce(
      getSpool(printer, passingPin(printer), () => undefined),
      label,
    ),
  formatFor: async (printer) => {
    let format: DocumentFormat = DOCUMENT_FORMATS[0];
    const spool = getSpool(printer, passingPin(printer), ({ way }) => {
      if (way?.kind === 'page') format = way.formats.usual;
    });
    await spool.look();
    return format;
  },
  certificate: async (printer) => {
    const { isSecure, host, port } = addressIn(getUri(printer));
    return isSecure ? getFingerprint({ host, port }) : null;
  },
  unanswered: UNANSWERED,
  ifNeverAnswers: () => '看看地址：多数打印机是 ipp://打印机地址:631/ipp/print',
};
