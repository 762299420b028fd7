import { setImmediate as turn } from 'node:timers/promises';
import { type RowPosition, readMemberRows, type TableName, runTransaction } from '@yunbiao/db';
import type { MemberScope } from '../platform/context.ts';
import { recordSecurityEvent } from '../identity/security/event.ts';
import { toIso } from '../platform/time.ts';
import type { MemberTable } from './table-inventory-types.ts';
import { MEMBER_TABLES } from './table-inventory.ts';
import { listExportedColumns, createDuplicateTextFinder, formatExportRow } from './write-row.ts';

/** Default rows per query. */
const PAGE = 200;
/** Characters per chunk. Other requests run between two chunks. */
const CHUNK_CHARACTERS = 65_536;

type ExportScope = MemberScope & { signal: AbortSignal };

/** Account data first, large tables last. */
const EXPORTED_TABLES = MEMBER_TABLES.toReversed().filter(([, table]) => table.columns !== null);

const buildExportHead = ({ ctx, memberId }: ExportScope): string => {
  const describeTables = (
    tables: readonly (readonly [TableName, MemberTable])[],
    describe: (memberTable: MemberTable) => string,
  ) => Object.fromEntries(tables.map(([table, memberTable]) => [table, describe(memberTable)]));
  return JSON.stringify({
    product: '云标',
    format: 1,
    site: ctx.settings.publicUrl,
    memberId: String(memberId),
    exportedAt: toIso(ctx.now()),
    parts: describeTables(EXPORTED_TABLES, ({ title }) => title),
    leftOut: {
      ...describeTables(
        MEMBER_TABLES.filter(([, { columns }]) => columns === null),
        ({ title, omissionReason = '' }) => `${title}：${omissionReason}`,
      ),
      secrets: '密码、令牌、密钥和它们的摘要不在里面',
    },
    units: 'Fen 结尾的是分；标签、间距和偏移的长度是百分之一毫米；时间是 UTC',
  });
};

/** Rows of a table as JSON text, one page at a time. */
const streamTableRows = async function* (
  { ctx, memberId, signal }: ExportScope,
  [table, memberTable]: readonly [TableName, MemberTable],
): AsyncGenerator<string> {
  const columns = listExportedColumns(memberTable);
  const by = memberTable.by ?? 'id';
  const limit = memberTable.page ?? PAGE;
  const read = [...new Set(['id', by, ...columns.map(([column]) => column)])];
  const rowContext = { origin: ctx.settings.publicUrl, copies: createDuplicateTextFinder() };
  let after: RowPosition | null = null;
  while (!signal.aborted) {
    await turn();
    const rows = await readMemberRows(ctx.db.kysely, {
      table,
      owner: memberTable.owner,
      memberId,
      columns: read,
      by,
      after,
      limit,
    });
    if (rows.length > 0)
      yield rows.map((row) => formatExportRow(row, columns, rowContext)).join(',\n');
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = { id: Number(last['id']), at: Number(last[by]) };
  }
};

const streamExportText = async function* (scope: ExportScope): AsyncGenerator<string> {
  yield `{"about":${buildExportHead(scope)}`;
  for (const part of EXPORTED_TABLES) {
    yield `,\n"${part[0]}":[`;
    let separator = '\n';
    for await (const rows of streamTableRows(scope, part)) {
      yield separator + rows;
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
};

/** Streams bytes on demand: data that is not consumed is not read either. */
const encodeTextStream = (
  text: AsyncGenerator<string>,
  stopped: AbortController,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      let piece = '';
      while (piece.length < CHUNK_CHARACTERS) {
        const { done, value } = await text.next();
        if (done) {
          if (piece) controller.enqueue(encoder.encode(piece));
          controller.close();
          return;
        }
        piece += value;
      }
      controller.enqueue(encoder.encode(piece));
    },
    cancel: async () => {
      stopped.abort();
      await text.return(undefined);
    },
  });
};

/**
 * Exports all data of a member as one JSON document, read while it is sent: one part per table,
 * with titles in `about`. A change during the export may or may not be included.
 */
export const exportData = async ({
  ctx,
  memberId,
  address,
}: MemberScope & {
  /** Network address of the request. */
  address: string;
}): Promise<ReadableStream<Uint8Array>> => {
  await runTransaction(ctx.db, (tx) =>
    recordSecurityEvent({ ctx, tx, kind: 'data.export', subject: `member:${memberId}`, address }),
  );
  const stopped = new AbortController();
  return encodeTextStream(streamExportText({ ctx, memberId, signal: stopped.signal }), stopped);
};
