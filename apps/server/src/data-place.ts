import type { Config } from './config.ts';

/** Where the data is, and what to put in its place. */
export const describeData = ({ databaseUrl, dataDir }: Config): [string, string] =>
  databaseUrl
    ? ['DATABASE_URL 所指的库', '把 DATABASE_URL 换成一个空的库']
    : [`DATA_DIR（${dataDir}）`, '把 DATA_DIR 换成一个空文件夹'];

/** What to say of data that a later build has changed: this one would misread it. */
export const sayNewerData = (config: Config): string => {
  const [place] = describeData(config);
  return `${place}里的数据是更新的云标写的，这个版本打不开：请换回更新的版本，或者恢复更新前的备份。`;
};
