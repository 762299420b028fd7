import { PROGRAM_TARGETS } from '@yunbiao/contract/programs';
import type { ProgramFile, ProgramTarget } from '@yunbiao/contract/programs';
import type { DownloadTable, Executor, Selectable } from '@yunbiao/db';
import { compareVersions } from '../software/compare-versions.ts';
import { downloadUrl } from '../software/present.ts';

type Row = Pick<
  Selectable<DownloadTable>,
  'id' | 'version' | 'file_name' | 'size' | 'sha256' | 'target'
>;

/** The print clients to install that softwares offer which are online. */
const programRows = (executor: Executor): Promise<Row[]> =>
  executor
    .selectFrom('download')
    .innerJoin('software', 'software.id', 'download.software_id')
    .select(['download.id', 'version', 'file_name', 'size', 'sha256', 'target'])
    .where('target', '!=', '')
    .where('software.state', '=', 'online')
    .orderBy('download.id')
    .execute();

const getFile = (row: Row): ProgramFile => ({
  version: row.version,
  path: downloadUrl(row.id, row.file_name),
  size: row.size,
  sha256: row.sha256,
});

const isTarget = (text: string): text is ProgramTarget =>
  (PROGRAM_TARGETS as readonly string[]).includes(text);

/** The newest program for each system, whichever software offers it: the client is the same. */
export const newestPrograms = async (
  executor: Executor,
): Promise<ReadonlyMap<ProgramTarget, ProgramFile>> => {
  const newest = new Map<ProgramTarget, Row>();
  for (const row of await programRows(executor)) {
    if (!isTarget(row.target)) continue;
    const known = newest.get(row.target);
    if (!known || compareVersions(row.version, known.version) > 0) newest.set(row.target, row);
  }
  return new Map([...newest].map(([target, row]) => [target, getFile(row)]));
};

type Client = { target: string; version: string };

/** What a client could become; null when it is that already, newer, or run from source. */
export const newerFor = (
  programs: ReadonlyMap<ProgramTarget, ProgramFile>,
  { target, version }: Client,
): ProgramFile | null => {
  const file = isTarget(target) ? programs.get(target) : undefined;
  return file && compareVersions(file.version, version) > 0 ? file : null;
};

/** The same for one client. */
export const newerProgram = async (
  executor: Executor,
  client: Client,
): Promise<ProgramFile | null> =>
  client.target === '' ? null : newerFor(await newestPrograms(executor), client);
