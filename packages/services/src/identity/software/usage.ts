import { type Executor, createQueryCompiledOnce } from '@yunbiao/db';
import { getStartOfMonthInChina } from '../../platform/time.ts';

type Whose = { memberId: number; softwareId: number };

/**
 * Used quota of this month in China: one for each label accepted and not returned, and one for each
 * reprint of a printed label.
 */
export const countLabelsThisMonth = async (
  executor: Executor,
  { memberId, softwareId, now }: Whose & { now: number },
): Promise<number> => {
  const since = { memberId, softwareId, since: getStartOfMonthInChina(now) };
  const [standing] = await selectChargesSince(executor, since);
  const [past] = await selectPastChargesSince(executor, since);
  return (standing?.count ?? 0) + (past?.count ?? 0);
};

const selectChargesSince = createQueryCompiledOnce((db, owner: Whose & { since: number }) =>
  db
    .selectFrom('detail')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('detail.member_id', '=', owner.memberId)
    .where('detail.charged_at', '>=', owner.since)
    .where('batch.software_id', '=', owner.softwareId),
);

const selectPastChargesSince = createQueryCompiledOnce((db, owner: Whose & { since: number }) =>
  db
    .selectFrom('past_charge')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', owner.memberId)
    .where('charged_at', '>=', owner.since)
    .where('software_id', '=', owner.softwareId),
);

const selectClientCount = createQueryCompiledOnce((db, { memberId, softwareId }: Whose) =>
  db
    .selectFrom('client')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('is_virtual', '=', 0)
    .where('revoked_at', 'is', null),
);

const selectPrinterCount = createQueryCompiledOnce((db, { memberId, softwareId }: Whose) =>
  db
    .selectFrom('print_config')
    .innerJoin('client', 'client.id', 'print_config.client_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('print_config.member_id', '=', memberId)
    .where('print_config.deleted_at', 'is', null)
    .where('client.software_id', '=', softwareId),
);

const selectTemplateCount = createQueryCompiledOnce((db, { memberId, softwareId }: Whose) =>
  db
    .selectFrom('template')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('software_id', '=', softwareId)
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null),
);

export const countTemplatesUsed = async (executor: Executor, owner: Whose): Promise<number> => {
  const [row] = await selectTemplateCount(executor, owner);
  return row?.count ?? 0;
};

/** Paired clients that count against the plan's limit. */
export const countClientsUsed = async (
  executor: Executor,
  { memberId, softwareId }: Whose,
): Promise<number> => {
  const [row] = await selectClientCount(executor, { memberId, softwareId });
  return row?.count ?? 0;
};

/** Print configurations of a member on clients of the software. */
export const countPrintersUsed = async (
  executor: Executor,
  { memberId, softwareId }: Whose,
): Promise<number> => {
  const [row] = await selectPrinterCount(executor, { memberId, softwareId });
  return row?.count ?? 0;
};
