import type { Migration } from 'kysely/migration';
import * as m0001 from './0001-initial.ts';
import * as m0002 from './0002-newest-labels.ts';
import * as m0003 from './0003-public-site.ts';
import * as m0004 from './0004-search.ts';
import * as m0005 from './0005-vip-spans.ts';
import * as m0006 from './0006-upload-use.ts';
import * as m0007 from './0007-charges.ts';
import * as m0009 from './0009-hot-lists.ts';
import * as m0010 from './0010-account-guard.ts';
import * as m0011 from './0011-batch-counts.ts';
import * as m0012 from './0012-serials.ts';
import * as m0013 from './0013-batch-size.ts';
import * as m0014 from './0014-virtual-clients.ts';
import * as m0015 from './0015-bar-reduction.ts';
import * as m0016 from './0016-own-templates.ts';
import * as m0017 from './0017-column-gap.ts';
import * as m0018 from './0018-api-keys.ts';
import * as m0019 from './0019-payments.ts';
import * as m0020 from './0020-webhooks.ts';
import * as m0021 from './0021-wechat.ts';
import * as m0022 from './0022-share-codes.ts';
import * as m0023 from './0023-batch-quarters.ts';
import * as m0024 from './0024-stuck-refunds.ts';
import * as m0025 from './0025-contact.ts';
import * as m0031 from './0031-finishing.ts';
import * as m0032 from './0032-label-records.ts';
import * as m0033 from './0033-label-hops.ts';
import * as m0029 from './0029-found-printers.ts';
import * as m0027 from './0027-leaving.ts';
import * as m0036 from './0036-programs.ts';
import * as m0026 from './0026-passkeys.ts';
import * as m0028 from './0028-notice-digest.ts';
import * as m0035 from './0035-raw-jobs.ts';
import * as m0037 from './0037-statistics-by-day.ts';
import * as m0038 from './0038-calibrated-from.ts';
import * as m0039 from './0039-batch-fonts.ts';
import * as m0034 from './0034-printer-groups.ts';
import * as m0040 from './0040-label-moves.ts';
import * as m0041 from './0041-ledger-token.ts';
import * as m0044 from './0044-counters.ts';
import * as m0045 from './0045-presence.ts';
import * as m0046 from './0046-dict-unique.ts';
import * as m0042 from './0042-capabilities.ts';
import * as m0043 from './0043-vector.ts';

/** Every migration by its number. Only ever add: what has run somewhere is never edited. */
export const migrations: Record<`${number}-${string}`, Migration> = {
  '0001-initial': m0001,
  '0002-newest-labels': m0002,
  '0003-public-site': m0003,
  '0004-search': m0004,
  '0005-vip-spans': m0005,
  '0006-upload-use': m0006,
  '0007-charges': m0007,
  '0009-hot-lists': m0009,
  '0010-account-guard': m0010,
  '0011-batch-counts': m0011,
  '0012-serials': m0012,
  '0013-batch-size': m0013,
  '0014-virtual-clients': m0014,
  '0015-bar-reduction': m0015,
  '0016-own-templates': m0016,
  '0017-column-gap': m0017,
  '0018-api-keys': m0018,
  '0019-payments': m0019,
  '0020-webhooks': m0020,
  '0021-wechat': m0021,
  '0022-share-codes': m0022,
  '0023-batch-quarters': m0023,
  '0024-stuck-refunds': m0024,
  '0025-contact': m0025,
  '0031-finishing': m0031,
  '0032-label-records': m0032,
  '0033-label-hops': m0033,
  '0029-found-printers': m0029,
  '0027-leaving': m0027,
  '0036-programs': m0036,
  '0026-passkeys': m0026,
  '0028-notice-digest': m0028,
  '0035-raw-jobs': m0035,
  '0038-calibrated-from': m0038,
  '0034-printer-groups': m0034,
  '0040-label-moves': m0040,
  '0041-ledger-token': m0041,
  '0044-counters': m0044,
  '0039-batch-fonts': m0039,
  '0037-statistics-by-day': m0037,
  '0045-presence': m0045,
  '0046-dict-unique': m0046,
  '0042-capabilities': m0042,
  '0043-vector': m0043,
};
