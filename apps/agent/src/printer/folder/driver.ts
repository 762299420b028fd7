import { constants } from 'node:fs';
import { access, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCommandLanguage } from '@yunbiao/contract/evidence';
import type { Unit } from '@yunbiao/contract/gateway';
import type { DocumentFormat } from '../../document-format.ts';
import { getCode, UnreachableError } from '../../errors.ts';
import { createBackoff } from '../../signal.ts';
import type { PrinterSettings } from '../../settings.ts';
import type { Desk } from '../desk.ts';
import { pause } from '../jobs/pause.ts';
import { getChange, giveBack, neverSent, findOpenLabel, listOpenLabels } from '../open-labels.ts';
import type { Settled } from '../open-labels.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import type { PrinterView } from '../view.ts';
import { clearAway } from './clear-away.ts';
import { toFileName, toLedgerPart } from './file-name.ts';

const IDLE_MS = 15_000;
const LAST_RETRY_MS = 5000;

const ONLY_A_FILE = '标签存成了文件，印不印由看着这个文件夹的程序决定';
const LEFT_WHILE_AWAY = '打印客户端停过，文件夹里没有这张标签，不知道是没有写还是已经被取走';

/** As what labels are put there that are in no printer's language. */
const getFormat = ({ at }: PrinterSettings): DocumentFormat =>
  at.kind === 'folder' ? (at.format ?? 'pdf') : 'pdf';

const getEnding = (printer: PrinterSettings): string =>
  isCommandLanguage(printer.language) ? printer.language : getFormat(printer);

const getFolder = ({ at }: PrinterSettings): string => {
  if (at.kind === 'folder') return at.path;
  throw new Error(`${at.kind} is no folder`);
};

/** The file of a label, by which it is found again after a restart; and the one it is written to before that. */
const listFiles = (desk: Desk, label: Unit): { whole: string; part: string } => {
  const { printer, ledger } = desk;
  const name = toFileName(ledger.id, label);
  const folder = getFolder(printer);
  return {
    whole: join(folder, `${name}.${getEnding(printer)}`),
    part: join(folder, `.${name}.part`),
  };
};

/** A program that watches the folder sees a label whole or not at all, after a power cut, too. */
const writeWhole = async (
  { whole, part }: { whole: string; part: string },
  bytes: Uint8Array,
): Promise<void> => {
  const file = await open(part, 'w', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, whole);
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const settled = (state: Settled['state'], reason: string): Settled => ({
  state,
  evidence: state === 'sent' ? 'consumed' : 'none',
  reason,
  counterFrom: null,
  counterTo: null,
});

/** What an earlier process left: its file is there, or only a part of it, which has no name to be seen under. */
const adopt = async (desk: Desk): Promise<void> => {
  for (const label of listOpenLabels(desk.ledger, desk.printer.localId)) {
    const files = listFiles(desk, label);
    if (await exists(files.whole))
      await desk.commit([getChange(label, settled('sent', ONLY_A_FILE), desk.now())]);
    else if (await exists(files.part)) {
      await rm(files.part, { force: true });
      await desk.commit([neverSent(label, desk.now(), '没有写完，重新排队')]);
    } else await desk.commit([getChange(label, settled('uncertain', LEFT_WHILE_AWAY), desk.now())]);
  }
};

/** @throws UnreachableError for a folder nothing can be put into */
const look = async (folder: string): Promise<PrinterView> => {
  try {
    const { isDirectory } = await stat(folder).then((found) => ({
      isDirectory: found.isDirectory(),
    }));
    if (!isDirectory) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new UnreachableError(getCode(error), `写不进文件夹 ${folder}（${getCode(error)}）`);
  }
  return { state: 'idle', stateReasons: [], stateText: ONLY_A_FILE, counter: null };
};

/** Clears away parts that are not written any more. A part of a label that is open, at any printer here, may be written now. */
const clear = (desk: Desk): Promise<void> => {
  const { ledger, printer } = desk;
  const open = ledger
    .entries()
    .flatMap(({ intent, final }) => (final ? [] : listFiles(desk, intent).part));
  return clearAway(getFolder(printer), { own: toLedgerPart(ledger.id), open: new Set(open) });
};

const printNext = async (desk: Desk): Promise<void> => {
  const next = desk.queue.next(desk.now());
  if (!next) return;
  const intent = desk.createIntent(next.job, { base: null });
  const label = findOpenLabel(intent);
  desk.queue.shift();
  await desk.commit([intent]);
  const files = listFiles(desk, label);
  try {
    if (!(await desk.cover(label)) || !desk.mayBegin(label)) return await giveBack(desk, label);
    await writeWhole(files, next.prepared.bytes);
  } catch (error) {
    // The name it is seen under it gets last: before that there is no label.
    await rm(files.part, { force: true }).catch(() => undefined);
    await desk.commit([neverSent(label, desk.now(), '没有写完，重新排队')]);
    throw new UnreachableError(
      getCode(error),
      `写不进文件夹 ${getFolder(desk.printer)}（${getCode(error)}）`,
    );
  }
  await desk.commit([getChange(label, settled('sent', ONLY_A_FILE), desk.now())]);
};

const run = async (desk: Desk): Promise<void> => {
  const backoff = createBackoff(200, LAST_RETRY_MS);
  const isWanted = (): boolean => desk.mayStart() && desk.queue.size() > 0;
  const format = getFormat(desk.printer);
  desk.draw({ usual: format, vector: format });
  await adopt(desk);
  let isClear = false;
  while (!desk.stopping()) {
    try {
      desk.show(await look(getFolder(desk.printer)));
      if (!isClear) await clear(desk).catch(() => undefined);
      isClear = true;
      if (isWanted()) await printNext(desk);
      else await pause(desk, IDLE_MS, isWanted);
      backoff.reset();
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      const view = { stateReasons: ['other-error'], stateText: error.message.slice(0, 200) };
      desk.show({ state: 'stopped', counter: null, ...view });
      await pause(desk, backoff.next());
    }
  }
};

/** A folder: each label becomes a file in it, under its name only when it is whole and on the disk. */
export const folderDriver: PrinterDriver = {
  getEvidence: () => ['consumed'],
  run,
  ask: (printer) => look(getFolder(printer)),
  formatFor: (printer) => Promise.resolve(getFormat(printer)),
  send: async (printer, { bytes }) => {
    const folder = getFolder(printer);
    const view = await look(folder);
    const name = `yunbiao-test-${Date.now()}`;
    const files = {
      whole: join(folder, `${name}.${getEnding(printer)}`),
      part: join(folder, `.${name}.part`),
    };
    await writeWhole(files, bytes);
    return view;
  },
  unanswered: '',
  ifNeverAnswers: () => '',
};
