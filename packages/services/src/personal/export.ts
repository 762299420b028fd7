import { setImmediate as turn } from 'node:timers/promises';
import { type Place, readOwned, type TableName, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { securityEvent } from '../security/event.ts';
import { iso } from '../time.ts';
import type { Held } from './holding.ts';
import { HELD } from './holdings.ts';
import { columnsShown, createCopies, writeRow } from './write-row.ts';

/** Rows read at once, unless a table says less. */
const PAGE = 200;
/** Characters sent at once: between two pieces everybody else has a turn. */
const PIECE = 65_536;

type Taken = { ctx: Context; memberId: number; signal: AbortSignal };

/** The account first, what is large last. */
const PARTS = HELD.toReversed().filter(([, held]) => held.columns !== null);

const head = ({ ctx, memberId }: Taken): string => {
  const titles = (held: readonly (readonly [TableName, Held])[], say: (one: Held) => string) =>
    Object.fromEntries(held.map(([table, one]) => [table, say(one)]));
  return JSON.stringify({
    product: '云标',
    format: 1,
    site: ctx.settings.publicUrl,
    memberId: String(memberId),
    exportedAt: iso(ctx.now()),
    parts: titles(PARTS, ({ title }) => title),
    leftOut: {
      ...titles(
        HELD.filter(([, { columns }]) => columns === null),
        ({ title, leftOut = '' }) => `${title}：${leftOut}`,
      ),
      secrets: '密码、令牌、密钥和它们的摘要不在里面',
    },
    units: 'Fen 结尾的是分；标签、间距和偏移的长度是百分之一毫米；时间是 UTC',
  });
};

/** The rows of a table as they are written, as many at a time as are read. */
const listRows = async function* (
  { ctx, memberId, signal }: Taken,
  [table, held]: readonly [TableName, Held],
): AsyncGenerator<string> {
  const columns = columnsShown(held);
  const by = held.by ?? 'id';
  const limit = held.page ?? PAGE;
  const read = [...new Set(['id', by, ...columns.map(([column]) => column)])];
  const given = { origin: ctx.settings.publicUrl, copies: createCopies() };
  let after: Place | null = null;
  while (!signal.aborted) {
    await turn();
    const rows = await readOwned(ctx.db.kysely, {
      table,
      owner: held.owner,
      memberId,
      columns: read,
      by,
      after,
      limit,
    });
    if (rows.length > 0) yield rows.map((row) => writeRow(row, columns, given)).join(',\n');
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = { id: Number(last['id']), at: Number(last[by]) };
  }
};

const getText = async function* (taken: Taken): AsyncGenerator<string> {
  yield `{"about":${head(taken)}`;
  for (const part of PARTS) {
    yield `,\n"${part[0]}":[`;
    let separator = '\n';
    for await (const rows of listRows(taken, part)) {
      yield separator + rows;
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
};

/** Bytes as they are asked for: what was not taken is not read either. */
const streamBytes = (
  text: AsyncGenerator<string>,
  stopped: AbortController,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      let piece = '';
      while (piece.length < PIECE) {
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
 * All that is a member's as one JSON document, read while it is sent: a table a part, with what everything is called in
 * `about`. What changes meanwhile may be in it as it was or as it is.
 */
export const exportData = async ({
  ctx,
  memberId,
  address,
}: {
  ctx: Context;
  memberId: number;
  /** Network address it was asked from. */
  address: string;
}): Promise<ReadableStream<Uint8Array>> => {
  await transaction(ctx.db, (tx) =>
    securityEvent({ ctx, tx, kind: 'data.export', subject: `member:${memberId}`, address }),
  );
  const stopped = new AbortController();
  return streamBytes(getText({ ctx, memberId, signal: stopped.signal }), stopped);
};
