import { constants } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCommandLanguage } from '@yunbiao/contract/evidence';
import type { Unit } from '@yunbiao/contract/gateway/gateway';
import type { DocumentFormat } from '../../document-format.ts';
import { getErrorCode, UnreachableError } from '../../errors.ts';
import { createBackoff } from '../../signal.ts';
import type { PrinterSettings } from '../../settings.ts';
import type { DriverContext } from '../driver-context.ts';
import { waitUnlessStopping } from '../jobs/pause.ts';
import {
  createResultLedgerChange,
  createReturnToServerChange,
  toOpenLabel,
  listStartedUnresolvedLabels,
} from '../open-labels.ts';
import { returnLabel } from '../return-label.ts';
import type { LabelResult } from '../open-labels.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import type { PrinterView } from '../view.ts';
import { deleteStaleParts } from './delete-stale-parts.ts';
import { toLabelFileName, toLedgerFilePrefix } from './file-name.ts';

const IDLE_POLL_MS = 15_000;
const LAST_RETRY_MS = 5000;

const FILE_ONLY_REASON = '标签已保存为文件，是否打印由看着这个文件夹的程序决定';
const MISSING_AFTER_RESTART_REASON =
  '打印客户端停过，文件夹里没有这张标签，不知道是没有写还是已经被取走';

/** Returns the format of labels that are not in a printer language. */
const getDocumentFormat = ({ at }: PrinterSettings): DocumentFormat =>
  at.kind === 'folder' ? (at.format ?? 'pdf') : 'pdf';

const getLabelFileExtension = (printer: PrinterSettings): string =>
  isCommandLanguage(printer.language) ? printer.language : getDocumentFormat(printer);

const requireFolderPath = ({ at }: PrinterSettings): string => {
  if (at.kind === 'folder') return at.path;
  throw new Error(`${at.kind} is no folder`);
};

/** Returns the path of a label's file, stable across restarts, and of its partial file. */
const getFilePaths = (
  context: DriverContext,
  label: Unit,
): { finalPath: string; partPath: string } => {
  const { printer, ledger } = context;
  const name = toLabelFileName(ledger.id, label);
  const folder = requireFolderPath(printer);
  return {
    finalPath: join(folder, `${name}.${getLabelFileExtension(printer)}`),
    partPath: join(folder, `.${name}.part`),
  };
};

/**
 * Writes and renames, so that a program watching the folder never sees a partial label, even after
 * a power failure.
 */
const writeAtomically = async (
  { finalPath, partPath }: { finalPath: string; partPath: string },
  bytes: Uint8Array,
): Promise<void> => {
  const file = await open(partPath, 'w', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partPath, finalPath);
};

const doesFileExist = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const createFolderResult = (state: LabelResult['state'], reason: string): LabelResult => ({
  state,
  evidence: state === 'sent' ? 'consumed' : 'none',
  reason,
  counterFrom: null,
  counterTo: null,
});

/** Resolves labels of an earlier process: the file exists, or only its hidden partial file. */
const resolveLabelsOfEarlierProcess = async (context: DriverContext): Promise<void> => {
  for (const label of listStartedUnresolvedLabels(context.ledger, context.printer.localId)) {
    const files = getFilePaths(context, label);
    if (await doesFileExist(files.finalPath))
      await context.commit([
        createResultLedgerChange(
          label,
          createFolderResult('sent', FILE_ONLY_REASON),
          context.now(),
        ),
      ]);
    else if (await doesFileExist(files.partPath)) {
      await rm(files.partPath, { force: true });
      await context.commit([
        createReturnToServerChange(label, context.now(), '没有写完，重新排队'),
      ]);
    } else
      await context.commit([
        createResultLedgerChange(
          label,
          createFolderResult('uncertain', MISSING_AFTER_RESTART_REASON),
          context.now(),
        ),
      ]);
  }
};

/** Checks that the folder is writable. Throws UnreachableError. */
const requireWritableFolder = async (folder: string): Promise<PrinterView> => {
  try {
    const { isDirectory } = await stat(folder).then((stats) => ({
      isDirectory: stats.isDirectory(),
    }));
    if (!isDirectory) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new UnreachableError(
      getErrorCode(error),
      `写不进文件夹 ${folder}（${getErrorCode(error)}）`,
    );
  }
  return { state: 'idle', stateReasons: [], stateText: FILE_ONLY_REASON, counter: null };
};

/** Deletes stale partial files. Those of open labels, of any printer here, may be in use. */
const deleteStalePartialFiles = (context: DriverContext): Promise<void> => {
  const { ledger, printer } = context;
  const open = ledger
    .listEntries()
    .flatMap(({ intent, final }) => (final ? [] : getFilePaths(context, intent).partPath));
  return deleteStaleParts(requireFolderPath(printer), {
    own: toLedgerFilePrefix(ledger.id),
    open: new Set(open),
  });
};

const writeNextLabelFile = async (context: DriverContext): Promise<void> => {
  const next = context.queue.peekNext(context.now());
  if (!next) return;
  const intent = context.createIntent(next.job, { base: null });
  const label = toOpenLabel(intent);
  context.queue.shift();
  await context.commit([intent]);
  const files = getFilePaths(context, label);
  try {
    if (!(await context.waitForClearance(label)) || !context.canSend(label))
      return await returnLabel(context, label);
    await writeAtomically(files, next.prepared.bytes);
  } catch (error) {
    // The rename comes last: before it there is no label.
    await rm(files.partPath, { force: true }).catch(() => undefined);
    await context.commit([createReturnToServerChange(label, context.now(), '没有写完，重新排队')]);
    throw new UnreachableError(
      getErrorCode(error),
      `写不进文件夹 ${requireFolderPath(context.printer)}（${getErrorCode(error)}）`,
    );
  }
  await context.commit([
    createResultLedgerChange(label, createFolderResult('sent', FILE_ONLY_REASON), context.now()),
  ]);
};

const runFolderDriver = async (context: DriverContext): Promise<void> => {
  const backoff = createBackoff(200, LAST_RETRY_MS);
  const hasPrintableJob = (): boolean => context.canStartNext() && context.queue.countJobs() > 0;
  const format = getDocumentFormat(context.printer);
  context.setFormats({ defaultFormat: format, vectorFormat: format });
  await resolveLabelsOfEarlierProcess(context);
  let hasClearedParts = false;
  while (!context.isStopping()) {
    try {
      context.show(await requireWritableFolder(requireFolderPath(context.printer)));
      if (!hasClearedParts) await deleteStalePartialFiles(context).catch(() => undefined);
      hasClearedParts = true;
      if (hasPrintableJob()) await writeNextLabelFile(context);
      else await waitUnlessStopping(context, IDLE_POLL_MS, hasPrintableJob);
      backoff.reset();
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      const view = { stateReasons: ['other-error'], stateText: error.message.slice(0, 200) };
      context.show({ state: 'stopped', counter: null, ...view });
      await waitUnlessStopping(context, backoff.getNextDelay());
    }
  }
};

/** Writes each label as a file into a folder, visible only when complete and durable. */
export const folderDriver: PrinterDriver = {
  getEvidence: () => ['consumed'],
  run: runFolderDriver,
  queryView: (printer) => requireWritableFolder(requireFolderPath(printer)),
  queryFormat: (printer) => Promise.resolve(getDocumentFormat(printer)),
  send: async (printer, { bytes }) => {
    const folder = requireFolderPath(printer);
    const view = await requireWritableFolder(folder);
    const name = `yunbiao-test-${Date.now()}`;
    const files = {
      finalPath: join(folder, `${name}.${getLabelFileExtension(printer)}`),
      partPath: join(folder, `.${name}.part`),
    };
    await writeAtomically(files, bytes);
    return view;
  },
  unansweredText: '',
  getNoAnswerHint: () => '',
};
