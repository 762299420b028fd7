import { chmodSync, existsSync, renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentMessage, ServerMessage } from '@yunbiao/contract/gateway/gateway';
import { REASON_LENGTH } from '@yunbiao/contract/limits/client';
import type { ProgramFile, UpdateState } from '@yunbiao/contract/gateway/programs';
import { toUserErrorOrNull, getErrorMessage, UserError } from '../../errors.ts';
import { updateProgramOptions, getProgramPaths, readProgramOptions } from '../folder.ts';
import { fetchProgram } from './fetch-program.ts';
import { removeNextProgram, outcomeFile, trialFile } from './files.ts';
import { queryVersion } from './query-version.ts';

type Program = Extract<ServerMessage, { type: 'newest' | 'update' }>;

/** Dependencies of the updater. */
export type UpdaterDeps = {
  home: string;
  getServer: () => string;
  send: (message: AgentMessage) => void;
  say: (line: string) => void;
  /** Number of pending labels, and waiting for their end; 0 for a client that is not printing. */
  countPending: () => number;
  drain: (withinMs: number) => Promise<boolean>;
  /** Exits, so that the supervisor tests the newer program. */
  quit: () => void;
};

export type Updater = {
  onProgram: (message: Program) => void;
  /** Newest version; null when it is not newer than this one. */
  getNewest: () => string | null;
  /** Progress for display; '' when no update is running. */
  describeProgress: () => string;
  /** A failed update, until the site has received the report. */
  getFailure: () => { version: string; note: string } | null;
  /** Installs the newest version. Returns false when there is none. */
  start: () => boolean;
  /** Switches to a newer program that was installed manually. */
  adopt: (version: string) => void;
};

/**
 * Time for pending labels to end before others may start again, and delay until the next attempt,
 * ms.
 */
const DRAIN_TIMEOUT_MS = 60_000;
const RETRY_MS = 60_000;
/** Interval to query for newer versions, ms. */
const QUERY_INTERVAL_MS = 6 * 3_600_000;

const STATE_TEXTS: Readonly<Record<UpdateState, string>> = {
  asked: '准备更新',
  loading: '正在下载',
  waiting: '下载好了，等正在处理的标签打印完就更新',
  failed: '没有更新成',
};

type State = UpdaterDeps & {
  newest: ProgramFile | null;
  lastReport: { version: string; state: UpdateState; note: string } | null;
  isUpdating: boolean;
  queryTimer: NodeJS.Timeout | undefined;
};

const reportUpdateState = (
  updater: State,
  version: string,
  state: UpdateState,
  note = '',
): void => {
  const report = { version, state, note: note.slice(0, REASON_LENGTH) };
  updater.lastReport = report;
  updater.send({ type: 'update', ...report });
  updater.say(`更新到 ${version}：${STATE_TEXTS[state]}${note ? `（${note}）` : ''}`);
};

const downloadUpdate = async (updater: State, file: ProgramFile): Promise<void> => {
  const { home, getServer } = updater;
  reportUpdateState(updater, file.version, 'loading');
  const { next, path } = getProgramPaths(home);
  const part = await fetchProgram({ server: getServer(), file, folder: path });
  removeNextProgram(home);
  chmodSync(part, 0o700);
  renameSync(part, next);
};

/** Removes a program that does not start as this version. Throws UserError. */
const requireStartableProgram = async (home: string, version: string): Promise<void> => {
  const reportedVersion = await queryVersion(getProgramPaths(home).next);
  if (reportedVersion === version) return;
  removeNextProgram(home);
  throw new UserError(
    reportedVersion === null
      ? '新程序在这台电脑上启动不了'
      : `新程序说自己是 ${reportedVersion.slice(0, 20)}`,
  );
};

/** Waits until the ledger has no pending label, so that an update never interrupts one. */
const waitForPendingLabels = async (updater: State, version: string): Promise<void> => {
  reportUpdateState(updater, version, 'waiting');
  while (!(await updater.drain(DRAIN_TIMEOUT_MS))) {
    reportUpdateState(updater, version, 'waiting', `有 ${updater.countPending()} 张标签打印到一半`);
    await sleep(RETRY_MS);
  }
};

const switchToVersion = async (
  updater: State,
  version: string,
  prepareProgram: () => Promise<void>,
): Promise<void> => {
  const { home, say, quit } = updater;
  if (updater.isUpdating) return;
  updater.isUpdating = true;
  try {
    await prepareProgram();
    await requireStartableProgram(home, version);
    await waitForPendingLabels(updater, version);
    trialFile.write(home, { version, tries: 0 });
    say(`换成 ${version}`);
    quit();
  } catch (error) {
    updateProgramOptions(home, { refused: version });
    reportUpdateState(
      updater,
      version,
      'failed',
      toUserErrorOrNull(error)?.message ?? getErrorMessage(error),
    );
    updater.isUpdating = false;
  }
};

const startUpdate = (updater: State, file: ProgramFile): void => {
  const { isUpdating, lastReport, send } = updater;
  if (isUpdating && lastReport) return send({ type: 'update', ...lastReport });
  void switchToVersion(updater, file.version, () => downloadUpdate(updater, file));
};

const scheduleVersionQuery = (updater: State): void => {
  clearTimeout(updater.queryTimer);
  // Jitter spreads the queries of a site's clients.
  const waitMs = QUERY_INTERVAL_MS * (0.75 + Math.random() / 2);
  updater.queryTimer = setTimeout(() => updater.send({ type: 'newest' }), waitMs);
  updater.queryTimer.unref();
};

/** Clears the reported outcome: the site has answered a hello that contained it. */
const clearReportedUpdateOutcome = (updater: State): void => {
  const { home, say } = updater;
  const outcome = outcomeFile.read(home);
  if (!outcome) return;
  const { version, state, note } = outcome;
  if (state === 'failed') updater.lastReport = { version, state, note };
  say(state === 'failed' ? `没有更新成 ${version}：${note}` : `已更新到 ${version}`);
  outcomeFile.remove(home);
};

const handleProgramMessage = (updater: State, { type, program }: Program): void => {
  scheduleVersionQuery(updater);
  clearReportedUpdateOutcome(updater);
  if (type === 'update') return startUpdate(updater, program);
  updater.newest = program;
  const { updates, refused } = readProgramOptions(updater.home);
  if (program && updates === 'auto' && program.version !== refused) startUpdate(updater, program);
};

const describeLastUpdateReport = ({ lastReport }: State): string => {
  if (!lastReport) return '';
  const { version, state, note } = lastReport;
  return `${STATE_TEXTS[state]} ${version}${note ? `：${note}` : ''}`;
};

const readFailedUpdate = (home: string): { version: string; note: string } | null => {
  const outcome = outcomeFile.read(home);
  return outcome?.state === 'failed' ? { version: outcome.version, note: outcome.note } : null;
};

export const createUpdater = (deps: UpdaterDeps): Updater => {
  const { home } = deps;
  const updater: State = {
    ...deps,
    newest: null,
    lastReport: null,
    isUpdating: false,
    queryTimer: undefined,
  };
  return {
    onProgram: (message) => handleProgramMessage(updater, message),
    getNewest: () => updater.newest?.version ?? null,
    getFailure: () => readFailedUpdate(home),
    describeProgress: () => describeLastUpdateReport(updater),
    start: () => {
      if (updater.newest) startUpdate(updater, updater.newest);
      return updater.newest !== null;
    },
    adopt: (version) => {
      if (existsSync(getProgramPaths(home).next))
        void switchToVersion(updater, version, () => Promise.resolve());
    },
  };
};
