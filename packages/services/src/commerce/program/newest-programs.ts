import { PROGRAM_TARGETS } from '@yunbiao/contract/gateway/programs';
import type { ProgramFile, ProgramTarget } from '@yunbiao/contract/gateway/programs';
import type { DownloadTable, Executor, Selectable } from '@yunbiao/db';
import { compareVersions } from '../../identity/software/compare-versions.ts';
import { getDownloadUrl } from '../../identity/software/present.ts';

type Row = Pick<
  Selectable<DownloadTable>,
  'id' | 'version' | 'file_name' | 'size' | 'sha256' | 'target'
>;

/** Print client downloads of online softwares. */
const selectProgramRows = (executor: Executor): Promise<Row[]> =>
  executor
    .selectFrom('download')
    .innerJoin('software', 'software.id', 'download.software_id')
    .select(['download.id', 'version', 'file_name', 'size', 'sha256', 'target'])
    .where('target', '!=', '')
    .where('software.state', '=', 'online')
    .orderBy('download.id')
    .execute();

const toProgramFile = (row: Row): ProgramFile => ({
  version: row.version,
  path: getDownloadUrl(row.id, row.file_name),
  size: row.size,
  sha256: row.sha256,
});

const isProgramTarget = (text: string): text is ProgramTarget =>
  (PROGRAM_TARGETS as readonly string[]).includes(text);

/** The newest print client per system. The client is the same in all softwares. */
export const listNewestPrograms = async (
  executor: Executor,
): Promise<ReadonlyMap<ProgramTarget, ProgramFile>> => {
  const newest = new Map<ProgramTarget, Row>();
  for (const row of await selectProgramRows(executor)) {
    if (!isProgramTarget(row.target)) continue;
    const knownProgram = newest.get(row.target);
    if (!knownProgram || compareVersions(row.version, knownProgram.version) > 0)
      newest.set(row.target, row);
  }
  return new Map([...newest].map(([target, row]) => [target, toProgramFile(row)]));
};

type Client = { target: string; version: string };

/** Newer version for a client; null when it is up to date, newer, or run from source. */
export const selectNewerProgramForClient = (
  programs: ReadonlyMap<ProgramTarget, ProgramFile>,
  { target, version }: Client,
): ProgramFile | null => {
  const file = isProgramTarget(target) ? programs.get(target) : undefined;
  return file && compareVersions(file.version, version) > 0 ? file : null;
};

export const findNewerProgram = async (
  executor: Executor,
  client: Client,
): Promise<ProgramFile | null> =>
  client.target === ''
    ? null
    : selectNewerProgramForClient(await listNewestPrograms(executor), client);
