import { existsSync } from 'node:fs';
import { getDemoMemberPath } from '@yunbiao/sample';
import {
  type Context,
  readDataMode,
  isSchemaNewer,
  type DataMode,
  markDataMode,
} from '@yunbiao/services';
import { type Config, ConfigError } from '../config/config.ts';
import { describeDataLocation, describeNewerData } from './describe-data.ts';

const refuseDataOfOtherMode = (config: Config, madeAs: DataMode | null): void => {
  if (madeAs === null || madeAs === config.mode) return;
  const [place, replace] = describeDataLocation(config);
  throw new ConfigError(
    madeAs === 'demo'
      ? `${place}里是演示数据，有演示会员和样例内容，不能拿来正式运行：请${replace}；要继续演示，请设 APP_MODE=demo。`
      : `${place}里是正式网站的数据，演示模式会往里加演示会员和样例内容：请设 APP_MODE=production，或者${replace}。`,
  );
};

/**
 * Rejects data that a newer build has changed, or that a site of the other mode created, before
 * anything is written.
 * @throws {ConfigError} with a sentence that states what to do
 */
export const validateDataForMode = async (config: Config, db: Context['db']): Promise<void> => {
  if (await isSchemaNewer(db)) throw new ConfigError(describeNewerData(config));
  refuseDataOfOtherMode(config, await readDataMode(db));
  const { mode, dataDir } = config;
  if (mode === 'production' && existsSync(getDemoMemberPath(dataDir)))
    throw new ConfigError(
      `DATA_DIR（${dataDir}）是演示用过的文件夹，里面有演示会员的密码：请把 DATA_DIR 换成一个空文件夹；要继续演示，请设 APP_MODE=demo。`,
    );
};

/**
 * Marks new data with its mode.
 * @throws {ConfigError} if a site of the other mode created the data
 */
export const markDataWithMode = async (config: Config, db: Context['db']): Promise<void> =>
  refuseDataOfOtherMode(config, await markDataMode(db, (await readDataMode(db)) ?? config.mode));
