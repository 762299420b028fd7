/** Keywords of RFC 8011 §5.3.8 that explain why a job waits or failed. */
const JOB_REASON_TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'job-hold-until-specified': '作业被挂起',
    'job-held-on-create': '作业被挂起',
    'job-held-by-operator': '作业被挂起',
    'resources-are-not-ready': '等纸或碳带',
    'printer-stopped': '打印机停着',
    'printer-stopped-partly': '打印机停着',
    'job-incoming': '还在接收',
    'account-authorization-failed': '没有权限',
    'account-limit-reached': '额度用完了',
    'job-canceled-by-user': '被取消',
    'job-canceled-by-operator': '被管理员取消',
    'job-canceled-at-device': '在打印机上被取消',
    'job-canceled-after-timeout': '等得太久被取消',
    'aborted-by-system': '被系统放弃',
    'document-format-error': '文件有错',
    'document-unprintable-error': '打印不了这个文件',
    'unsupported-document-format': '不认这种文件',
    'submission-interrupted': '没有收全',
    'compression-error': '压缩有错',
    'unsupported-attributes-or-values': '不支持要求的设置',
  }),
);

/** Describes job reasons for display; '' for unknown ones. */
export const describeJobReasons = (reasons: readonly string[]): string =>
  [...new Set(reasons.flatMap((reason) => JOB_REASON_TEXTS.get(reason) ?? []))].join('、');

/** Maximum number of reasons in a printer view. */
const MAX_REASONS = 20;
const KEYWORD = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Filters the keywords that the server accepts; removes `none`. */
export const filterReasonKeywords = (reasons: readonly string[]): string[] =>
  [...new Set(reasons)]
    .filter((reason) => reason !== 'none' && KEYWORD.test(reason))
    .slice(0, MAX_REASONS);
