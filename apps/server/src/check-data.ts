import { existsSync } from 'node:fs';
import { demoMemberFile } from '@yunbiao/sample';
import { type Context, dataMadeAs, isDataNewer, type MadeAs, markData } from '@yunbiao/services';
import { type Config, ConfigError } from './config.ts';
import { describeData, sayNewerData } from './data-place.ts';

const refuseOther = (config: Config, madeAs: MadeAs | null): void => {
  if (madeAs === null || madeAs === config.mode) return;
  const [place, replace] = describeData(config);
  throw new ConfigError(
    madeAs === 'demo'
      ? `${place}里是演示数据，有演示会员和样例内容，不能拿来正式运行：请${replace}；要接着演示，请设 APP_MODE=demo。`
      : `${place}里是正式网站的数据，演示模式会往里加演示会员和样例内容：请设 APP_MODE=production，或者${replace}。`,
  );
};

/**
 * Refuses data that a later build has changed, or that a site of the other mode made, before anything in it changes.
 * @throws {ConfigError} a sentence that says what to do
 */
export const checkData = async (config: Config, db: Context['db']): Promise<void> => {
  if (await isDataNewer(db)) throw new ConfigError(sayNewerData(config));
  refuseOther(config, await dataMadeAs(db));
  const { mode, dataDir } = config;
  if (mode === 'production' && existsSync(demoMemberFile(dataDir)))
    throw new ConfigError(
      `DATA_DIR（${dataDir}）是演示用过的文件夹，里面有演示会员的密码：请把 DATA_DIR 换成一个空文件夹；要接着演示，请设 APP_MODE=demo。`,
    );
};

/** Marks new data with the mode it is made in. @throws {ConfigError} when a site of the other mode was first */
export const claimData = async (config: Config, db: Context['db']): Promise<void> =>
  refuseOther(config, await markData(db, (await dataMadeAs(db)) ?? config.mode));
