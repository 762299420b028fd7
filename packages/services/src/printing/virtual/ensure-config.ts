import { VIRTUAL_PRINTER } from '@yunbiao/contract/gateway/virtual-host';
import { type Tx, createTransactionDatabase } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { ServiceError } from '../../platform/errors.ts';
import { fromHundredths } from '../print-config/present.ts';
import { savePrintConfig } from '../print-config/save.ts';
import { createDefaultConfig } from '../print-config/default-config.ts';

type Scope = {
  ctx: Context;
  tx: Tx;
  memberId: number;
  softwareId: number;
  client: { id: number };
  /** Size of the template to print first; by default that of the software's first one. */
  size?: LabelSize | undefined;
};

export type LabelSize = { widthMm: number; heightMm: number };

/** Columns of a template as its size. */
export const toLabelSize = (row: { width: number; height: number }): LabelSize => ({
  widthMm: fromHundredths(row.width),
  heightMm: fromHundredths(row.height),
});

/** Label size for a software without templates, mm. */
const DEFAULT_SIZE: LabelSize = { widthMm: 50, heightMm: 30 };

/** Size of the software's first template, with which the print page opens. */
const readFirstTemplateSize = async ({ tx, softwareId }: Scope): Promise<LabelSize> => {
  const row = await tx
    .selectFrom('template')
    .select(['width', 'height'])
    .where('software_id', '=', softwareId)
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return row ? toLabelSize(row) : DEFAULT_SIZE;
};

/** An enabled configuration for this client. */
const findUsableConfig = ({ tx, memberId, client }: Scope) =>
  tx
    .selectFrom('print_config')
    .select('id')
    .where('member_id', '=', memberId)
    .where('client_id', '=', client.id)
    .where('enabled', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();

/**
 * Configuration of a revoked virtual client. It is reused, so that the new client needs no further
 * place in the plan.
 */
const findLeftoverConfig = ({ tx, memberId, softwareId }: Scope) =>
  tx
    .selectFrom('print_config')
    .innerJoin('client', 'client.id', 'print_config.client_id')
    .select('print_config.id')
    .where('print_config.member_id', '=', memberId)
    .where('print_config.deleted_at', 'is', null)
    .where('client.software_id', '=', softwareId)
    .where('client.is_virtual', '=', 1)
    .where('client.revoked_at', 'is not', null)
    .orderBy('print_config.id')
    .executeTakeFirst();

const saveVirtualConfig = async (scope: Scope): Promise<string | null> => {
  const { ctx, tx, memberId, client } = scope;
  const printer = await tx
    .selectFrom('printer')
    .select('id')
    .where('client_id', '=', client.id)
    .where('gone', '=', 0)
    .executeTakeFirst();
  if (!printer) return null;
  const leftoverConfig = await findLeftoverConfig(scope);
  const { name, language, dpi } = VIRTUAL_PRINTER;
  try {
    const savedConfig = await savePrintConfig({
      ctx: { ...ctx, db: createTransactionDatabase(tx) },
      memberId,
      input: {
        ...createDefaultConfig(language),
        ...(leftoverConfig && { id: String(leftoverConfig.id) }),
        name,
        clientId: String(client.id),
        printerId: String(printer.id),
        dpi,
        ...(scope.size ?? (await readFirstTemplateSize(scope))),
      },
    });
    return savedConfig.id;
  } catch (error) {
    // The plan's configuration limit is reached: the member has to use an existing configuration.
    if (error instanceof ServiceError && error.code === 403) return null;
    throw error;
  }
};

/**
 * Id of a configuration for the client; creates one when missing. Null when the plan's limit is
 * reached.
 */
export const ensureVirtualConfig = async (scope: Scope): Promise<string | null> => {
  const usableConfig = await findUsableConfig(scope);
  return usableConfig ? String(usableConfig.id) : saveVirtualConfig(scope);
};
