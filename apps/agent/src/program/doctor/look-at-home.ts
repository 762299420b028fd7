import { readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { decodeLedger } from '../../ledger/record.ts';
import { apply, emptyState } from '../../ledger/state.ts';
import { getCode, explain, getMessage } from '../../errors.ts';
import { requireRoom } from '../../settings.ts';
import { bad, good, note } from './finding.ts';
import type { Finding } from './finding.ts';

/** Below this an update finds no room, bytes. */
const MIN_FREE_BYTES = 500 * 1024 * 1024;

const troubleWith = (what: string, error: unknown): Finding => {
  const known = explain(error);
  return bad(
    `${what}：${known?.message ?? getMessage(error)}`,
    known?.hint ?? '请把这句话告诉我们',
  );
};

export const lookAtDisk = (home: string): Finding => {
  try {
    requireRoom(home);
    const { bavail, bsize } = statfsSync(home);
    const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
    return bavail * bsize < MIN_FREE_BYTES
      ? note(`磁盘只剩 ${megabytes} MB`, '腾出一些空间：装新版本要用')
      : good(`磁盘能写，剩 ${megabytes} MB`);
  } catch (error) {
    return troubleWith('磁盘不能写', error);
  }
};

/** Reads the ledger as it lies there; whoever prints goes on writing it. */
export const lookAtLedger = (home: string): Finding => {
  try {
    const { records, damaged } = decodeLedger(readFileSync(join(home, 'ledger.log')));
    if (damaged || records[0]?.kind !== 'ledger')
      return bad('账本坏了', '再启动一次：会换一本新的，正在打的标签记成待确认，在网站上处理');
    const state = emptyState('');
    for (const record of records) apply(state, record);
    const open = [...state.entries.values()].filter(({ final }) => !final).length;
    return good(open > 0 ? `账本完好，有 ${open} 张标签打到一半` : '账本完好，没有打到一半的标签');
  } catch (error) {
    if (getCode(error) === 'ENOENT') return good('还没有账本：还没打过标签');
    return troubleWith('账本读不了', error);
  }
};
