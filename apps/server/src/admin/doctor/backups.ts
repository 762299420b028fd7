import { S3Error } from '@yunbiao/services';
import { createFailure, createGood, createWarning, type Finding } from '../../report/findings.ts';
import { findNewestBackup, parseBackupTime } from '../../restore/newest-backup.ts';
import { openBackup } from '../../restore/source.ts';
import { UserError } from '../../startup/open-existing-database.ts';
import { describeS3Error } from '../../startup/start-failure.ts';
import { type Check, type DoctorScope, TooLate, rejectAfterTimeout } from './scope.ts';

const HOUR_MS = 3_600_000;
/** Age from which the newest backup is late, hours. Backups are made once a day. */
const LATE_HOURS = 36;
const OLD_HOURS = 7 * 24;

/** Time of the newest backup, epoch ms; null if there is none. */
const readNewestBackupTime = async ({ backups, config }: DoctorScope): Promise<number | null> => {
  const newest = await findNewestBackup(backups, config);
  if (newest === null) return null;
  const { head } = await openBackup(newest, config);
  return head ? Date.parse(head.madeAt) : parseBackupTime(newest);
};

const ADVICE =
  '马上备份一次：npm run backup -- <文件夹>；看 systemctl list-timers 和 journalctl -u yunbiao-backup';

const judgeBackupAge = (hours: number): Finding => {
  const detail =
    hours < 48 ? `最新的在 ${hours} 小时以前` : `最新的在 ${Math.floor(hours / 24)} 天以前`;
  if (hours < LATE_HOURS) return createGood('备份', detail);
  return hours < OLD_HOURS
    ? createWarning('备份', detail, ADVICE)
    : createFailure('备份', detail, ADVICE);
};

export const checkBackups: Check = async (scope) => {
  if (scope.backups === '')
    return createWarning(
      '备份',
      '没有说备份在哪里',
      '添加 --backups <放备份的文件夹或 s3://桶/文件夹>',
    );
  try {
    const at = await rejectAfterTimeout(scope.timeoutMs, readNewestBackupTime(scope));
    if (at === null) return createFailure('备份', `${scope.backups} 里没有做完的备份`, ADVICE);
    return judgeBackupAge(Math.max(0, Math.floor((scope.now() - at) / HOUR_MS)));
  } catch (error) {
    if (error instanceof S3Error) return createFailure('备份', describeS3Error(error), ADVICE);
    if (error instanceof UserError || error instanceof TooLate)
      return createFailure('备份', error.message, ADVICE);
    throw error;
  }
};
