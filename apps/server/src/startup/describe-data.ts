import type { Config } from '../config/config.ts';

/** Location of the data, and an instruction to replace it with an empty one. */
export const describeDataLocation = ({ databaseUrl, dataDir }: Config): [string, string] =>
  databaseUrl
    ? ['DATABASE_URL 所指的库', '把 DATABASE_URL 换成一个空的库']
    : [`DATA_DIR（${dataDir}）`, '把 DATA_DIR 换成一个空文件夹'];

/** Message for data written by a newer build, which this build would misread. */
export const describeNewerData = (config: Config): string => {
  const [place] = describeDataLocation(config);
  return `${place}里的数据是更新的云标写的，这个版本打不开：请换回更新的版本，或者恢复更新前的备份。`;
};
