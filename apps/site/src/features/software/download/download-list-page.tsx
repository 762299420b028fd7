import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';
import { formatDay } from '@yunbiao/ui/format.ts';
import { ChoiceLink } from '../../../kit/page/choice-link.tsx';
import { FileRows } from '../file-rows.tsx';
import {
  listNewestByPlatform,
  splitReleaseNotes,
  type DownloadFile,
} from '../../../kit/software/files.ts';
import { isOperatingSystem, type Platform } from '../../../kit/software/platform-ids.ts';
import { sortByName, PLATFORM_NAMES, useVisitorPlatform } from '../../../kit/software/platforms.ts';
import { CheckFile } from './check/check-file.tsx';
import { selectPlatformGroup } from './select-platform.ts';
import css from './download.module.css';
import { DownloadFileCard } from './file-plate.tsx';
import { PhoneInstructions } from './phone-way.tsx';
import { InstallSteps } from './install-steps.tsx';
import { VerifyDownload } from './verify.tsx';
import { WechatBar, WechatNote } from './wechat.tsx';

type Versions = CallOutput<'downloadList'>['versions'];
type Group = { platform: Platform; version: string; files: DownloadFile[] };

const PlatformTabs = ({
  alias,
  groups,
  chosen,
}: {
  alias: string;
  groups: readonly Group[];
  chosen: Platform | undefined;
}) => (
  <nav className={`tabs ${css.tabs}`} aria-label="系统">
    {groups.map((group) => (
      <ChoiceLink
        key={group.platform}
        to="/$soft/download"
        params={{ soft: alias }}
        search={{ platform: group.platform }}
        replace
        resetScroll={false}
        current={group.platform === chosen}
      >
        <span data-name={PLATFORM_NAMES[group.platform]}>{PLATFORM_NAMES[group.platform]}</span>
        <small>{group.files.length}</small>
      </ChoiceLink>
    ))}
  </nav>
);

const VersionRow = ({
  alias,
  version,
  platform,
  isCurrent,
}: {
  alias: string;
  version: Versions[number];
  platform: Platform;
  isCurrent: boolean;
}) => {
  const file = version.files.find((item) => item.platform === platform) ?? version.files[0];
  return (
    <tr>
      <td className="no-wrap">
        <span className="strong">{version.version}</span>
        {isCurrent && <span className={`tag ok ${css.tag}`}>当前</span>}
      </td>
      <td className="quiet no-wrap">{formatDay(version.releasedAt)}</td>
      <td className="full">
        <ul className={css.notes}>
          {splitReleaseNotes(version).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </td>
      <td className="numeric">
        {file && (
          <Link
            className="link"
            to="/$soft/download/{$id}.html"
            params={{ soft: alias, id: file.id }}
            aria-label={`${version.version} 的文件`}
          >
            文件
          </Link>
        )}
      </td>
    </tr>
  );
};

const VersionTable = ({
  alias,
  versions,
  platform,
}: {
  alias: string;
  versions: Versions;
  platform: Platform;
}) => (
  <table className={`stack ${css.versions}`}>
    <thead>
      <tr>
        <th scope="col">版本</th>
        <th scope="col">日期</th>
        <th scope="col">改了什么</th>
        <td />
      </tr>
    </thead>
    <tbody>
      {versions.map((version, index) => (
        <VersionRow
          key={version.version}
          alias={alias}
          version={version}
          platform={platform}
          isCurrent={index === 0}
        />
      ))}
    </tbody>
  </table>
);

/** `under`: hidden but occupies space. `gone`: hidden without space. */
type PanelState = 'shown' | 'under' | 'gone';

const getPanelClass = (state: PanelState): string =>
  state === 'shown' ? (css.panel ?? '') : `${css.panel} ${css[state]}`;

const PlatformPanel = ({
  alias,
  group,
  state,
}: {
  alias: string;
  group: Group;
  state: PanelState;
}) => {
  const [first, ...otherFiles] = group.files;
  return (
    <div className={getPanelClass(state)}>
      {first && <DownloadFileCard file={first} />}
      {otherFiles.length > 0 && (
        <>
          <h2 className="section-title">同一版本的其他文件</h2>
          <FileRows alias={alias} files={otherFiles} />
        </>
      )}
    </div>
  );
};

/** Latest file of each platform, when the visitor's platform is unknown or has no file. */
const LatestFiles = ({ alias, groups }: { alias: string; groups: readonly Group[] }) => (
  <FileRows
    alias={alias}
    files={sortByName(
      groups.flatMap(({ platform, files }) =>
        isOperatingSystem(platform) ? files.slice(0, 1) : [],
      ),
    )}
    withPlatform
  />
);

const NoDownloads = ({ name }: { name: string }) => (
  <main className="wrap">
    <div className="empty">
      <h1>还没有安装包</h1>
      <p className="quiet">{name}的客户端正在准备，放出来就在这一页。</p>
    </div>
  </main>
);

type DownloadListProps = {
  alias: string;
  name: string;
  data: CallOutput<'downloadList'>;
  platform: Platform | undefined;
};

export const DownloadListPage = ({ alias, name, data, platform }: DownloadListProps) => {
  const ownPlatform = useVisitorPlatform();
  const groups = listNewestByPlatform(data.versions.flatMap((version) => version.files));
  const newest = data.versions[0];
  const [first] = groups;
  if (!first || !newest) return <NoDownloads name={name} />;
  const chosenGroup = selectPlatformGroup(groups, platform, ownPlatform);
  const path = `/${alias}/download`;
  // The visitor's platform is detected after the first paint, so its panel must reserve space to
  // avoid layout shift.
  const getPanelState = ({ platform: of }: Group): PanelState =>
    of === chosenGroup?.platform ? 'shown' : platform || !isOperatingSystem(of) ? 'gone' : 'under';
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          <h1>下载{name}</h1>
          <p>
            当前版本 {newest.version}，{formatDay(newest.releasedAt)}
            发布。装好后用配对码连到你的账号。
          </p>
        </div>
      </div>
      <PhoneInstructions alias={alias} path={path} />
      <PlatformTabs alias={alias} groups={groups} chosen={chosenGroup?.platform} />
      <div className={css.cols}>
        <div>
          <div className={css.panels}>
            {!platform && (
              <div className={getPanelClass(chosenGroup ? 'under' : 'shown')}>
                <LatestFiles alias={alias} groups={groups} />
              </div>
            )}
            {groups.map((group) => (
              <PlatformPanel
                key={group.platform}
                alias={alias}
                group={group}
                state={getPanelState(group)}
              />
            ))}
          </div>
          <h2 className={`section-title ${css.heading}`}>各版本说明</h2>
          <VersionTable
            alias={alias}
            versions={data.versions}
            platform={(chosenGroup ?? first).platform}
          />
        </div>
        <aside className={css.aside}>
          <CheckFile
            // A file can support several platforms; the selected platform name comes first.
            known={[
              ...(chosenGroup?.files ?? []),
              ...data.versions.flatMap((version) => version.files),
            ]}
          />
          <div className={css.panels}>
            {groups.map((group) => (
              <div key={group.platform} className={getPanelClass(getPanelState(group))}>
                {group.files[0] && <VerifyDownload file={group.files[0]} />}
              </div>
            ))}
          </div>
          <InstallSteps file={(chosenGroup ?? first).files[0]} />
          <WechatNote path={path} />
        </aside>
      </div>
      <WechatBar path={path} />
    </main>
  );
};
