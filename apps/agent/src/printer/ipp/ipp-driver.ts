import { DOCUMENT_FORMATS } from '../../document-format.ts';
import type { DocumentFormat } from '../../document-format.ts';
import { UnreachableError } from '../../errors.ts';
import { formatPrinterPlace } from '../../places.ts';
import type { PrinterSettings } from '../../settings.ts';
import type { DriverContext } from '../driver-context.ts';
import { isNoAnswerError } from '../jobs/errors.ts';
import type { NoAnswerError } from '../jobs/errors.ts';
import type { Spool } from '../jobs/job.ts';
import { runJobDriver } from '../jobs/job-driver.ts';
import { sendTestLabel } from '../jobs/send-once.ts';
import { createSpoolTrustRecord } from '../jobs/trust.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { createUnreachablePrinterView } from '../view.ts';
import type { PrinterView } from '../view.ts';
import { parsePrinterAbilities } from './abilities.ts';
import type { Abilities } from './abilities.ts';
import { createIppClient } from './client.ts';
import { createPrinterSpool } from './printer-spool.ts';
import { fetchFingerprint } from './tls.ts';
import type { Pin } from './tls.ts';
import { parseIppAddress, createIppTarget } from './target.ts';

/** Upper bound of printing speeds: 14 inches per second. */
const MAX_MM_PER_MS = (14 * 25.4) / 1000;
const POLL_MS = 250;
/**
 * Poll interval of a TLS connection, ms: longer, because a handshake costs a printer more than an
 * answer.
 */
const SECURE_POLL_MS = 1000;

const requireIppUri = ({ at }: PrinterSettings): string => {
  if (at.kind === 'ipp') return at.uri;
  throw new Error(`${at.kind} does not speak IPP`);
};

/** Shortens a fingerprint to a length that people can compare. */
const shortenFingerprint = (fingerprint: string): string => fingerprint.slice(0, 23);

/** Status text of a printer without faults. */
const describePrinterWithoutFaults = (uri: string, pin: Pin, handsOn: boolean): string => {
  if (handsOn) return '这个地址只说交给了打印机，不说是否打印完成';
  const fingerprint = parseIppAddress(uri).isSecure ? pin.getPinned() : null;
  return fingerprint === null
    ? ''
    : `加密连接，认第一次连接时的证书 ${shortenFingerprint(fingerprint)}…`;
};

/**
 * Pins the certificate the member has accepted, otherwise the one the ledger has stored for this
 * address.
 */
const createStoredCertificatePin = ({ ledger, printer, recordTraits }: DriverContext): Pin => {
  const { host, port } = parseIppAddress(requireIppUri(printer));
  const prefix = `${host}:${port} `;
  let { certificate } = ledger.getTraits(printer.localId);
  return {
    getPinned: () =>
      printer.certificate ??
      (certificate.startsWith(prefix) ? certificate.slice(prefix.length) : null),
    store: (fingerprint) => {
      certificate = prefix + fingerprint;
      recordTraits({ certificate });
    },
  };
};

/** Pin for a single query. It accepts any certificate of a printer without a stored one. */
const createUnstoredCertificatePin = ({ certificate }: PrinterSettings): Pin => {
  let pinnedCertificate = certificate ?? null;
  return {
    getPinned: () => pinnedCertificate,
    store: (fingerprint) => {
      pinnedCertificate = fingerprint;
    },
  };
};

const createIppSpool = (
  printer: PrinterSettings,
  pin: Pin,
  onAbilities: (abilities: Abilities) => void,
): Spool => {
  const uri = requireIppUri(printer);
  let handsOn = false;
  return createPrinterSpool({
    ipp: createIppClient(createIppTarget(uri, pin)),
    parseAbilities: (response) =>
      parsePrinterAbilities(response, printer, parseIppAddress(uri).path),
    onAbilities: (abilities) => {
      ({ forwardsJobs: handsOn } = abilities);
      onAbilities(abilities);
    },
    describeNormal: () => describePrinterWithoutFaults(uri, pin, handsOn),
  });
};

const createUnansweredIppView = (
  { at }: PrinterSettings,
  noAnswerError: NoAnswerError,
): PrinterView => {
  if (noAnswerError instanceof UnreachableError)
    return createUnreachablePrinterView(at, noAnswerError.code);
  const view = createUnreachablePrinterView(at, '');
  return {
    ...view,
    stateText: `打印机 ${formatPrinterPlace(at)} ${noAnswerError.message}`.slice(0, 200),
  };
};

const runIppDriver = (context: DriverContext): Promise<void> => {
  const { printer } = context;
  let isPrinter = false;
  const spool = createIppSpool(
    printer,
    createStoredCertificatePin(context),
    ({ sendMode, forwardsJobs }) => {
      isPrinter = !forwardsJobs;
      context.recordTraits({ counts: isPrinter });
      if (sendMode?.kind === 'page') context.setFormats(sendMode.formats);
    },
  );
  return runJobDriver(context, {
    spool,
    ...createSpoolTrustRecord(context, () => isPrinter),
    getMinimumMs: ({ page }) => (page ? page.heightMm / MAX_MM_PER_MS : 0),
    toSilentView: (reason) => createUnansweredIppView(printer, reason),
    forgetsPrintedJobs: false,
    pollMs: parseIppAddress(requireIppUri(printer)).isSecure ? SECURE_POLL_MS : POLL_MS,
  });
};

const UNANSWERED = '打印机没有好好应答：不说 IPP，或者正忙';

/** Drives IPP printers, and print servers that support IPP. */
export const ippDriver: PrinterDriver = {
  // Here `counts` means that `completed` proves printing.
  getEvidence: (_, { counts, answersEarly }) =>
    counts && !answersEarly ? ['consumed', 'ipp-completed'] : ['consumed'],
  run: runIppDriver,
  queryView: async (printer) => {
    try {
      return (
        await createIppSpool(
          printer,
          createUnstoredCertificatePin(printer),
          () => undefined,
        ).inspect()
      ).view;
    } catch (error) {
      if (isNoAnswerError(error) && !(error instanceof UnreachableError)) return null;
      throw error;
    }
  },
  send: (printer, label) =>
    sendTestLabel(
      createIppSpool(printer, createUnstoredCertificatePin(printer), () => undefined),
      label,
    ),
  queryFormat: async (printer) => {
    let format: DocumentFormat = DOCUMENT_FORMATS[0];
    const spool = createIppSpool(printer, createUnstoredCertificatePin(printer), ({ sendMode }) => {
      if (sendMode?.kind === 'page') format = sendMode.formats.defaultFormat;
    });
    await spool.inspect();
    return format;
  },
  queryCertificate: async (printer) => {
    const { isSecure, host, port } = parseIppAddress(requireIppUri(printer));
    return isSecure ? fetchFingerprint({ host, port }) : null;
  },
  unansweredText: UNANSWERED,
  getNoAnswerHint: () => '看看地址：多数打印机是 ipp://打印机地址:631/ipp/print',
};
