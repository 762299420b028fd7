import { readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { decodeLedger } from '../../ledger/record.ts';
import { applyRecord, createEmptyState } from '../../ledger/state.ts';
import { getErrorCode, toUserErrorOrNull, getErrorMessage } from '../../errors.ts';
import { requireWritableHome } from '../../settings.ts';
import { createBadFinding, createGoodFinding, createNoteFinding } from './finding.ts';
import type { Finding } from './finding.ts';

/** Free disk space an update needs, bytes. */
const MIN_FREE_BYTES = 500 * 1024 * 1024;

const createErrorFinding = (subject: string, error: unknown): Finding => {
  const userError = toUserErrorOrNull(error);
  return createBadFinding(
    `${subject}：${userError?.message ?? getErrorMessage(error)}`,
    userError?.hint ?? '请把这句话告诉我们',
  );
};

export const checkDisk = (home: string): Finding => {
  try {
    requireWritableHome(home);
    const { bavail, bsize } = statfsSync(home);
    const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
    return bavail * bsize < MIN_FREE_BYTES
      ? createNoteFinding(`磁盘只剩 ${megabytes} MB`, '腾出一些空间：装新版本要用')
      : createGoodFinding(`磁盘能写，剩 ${megabytes} MB`);
  } catch (error) {
    return createErrorFinding('磁盘不能写', error);
  }
};

/** Reads the ledger file without locking. The running client may continue writing. */
export const checkLedger = (home: string): Finding => {
  try {
    const { records, damaged } = decodeLedger(readFileSync(join(home, 'ledger.log')));
    if (damaged || records[0]?.kind !== 'ledger')
      return createBadFinding(
        '账本坏了',
        '再启动一次：会换一本新的，正在打印的标签记成待确认，在网站上处理',
      );
    const state = createEmptyState('');
    for (const record of records) applyRecord(state, record);
    const open = [...state.entries.values()].filter(({ final }) => !final).length;
    return createGoodFinding(
      open > 0 ? `账本完好，有 ${open} 张标签打印到一半` : '账本完好，没有打印到一半的标签',
    );
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return createGoodFinding('还没有账本：还没打印过标签');
    return createErrorFinding('账本读不了', error);
  }
};
