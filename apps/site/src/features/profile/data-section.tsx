import { EXPORTS_PER_DAY } from '@yunbiao/contract/limits/account';
import { formatBytes } from '@yunbiao/contract/site/file-size';
import { Icon } from '@yunbiao/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { downloadFile } from '../../kit/page/download-file.ts';
import { useSoftwareAlias, useSite } from '../../kit/site/site.tsx';
import css from './profile.module.css';

/** Downloads the export with progress and cancel. */
const useDataExport = () => {
  const site = useSite();
  const alias = useSoftwareAlias();
  const under = useRef<AbortController>(undefined);
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => () => under.current?.abort(), []);
  const downloadExport = async (): Promise<void> => {
    under.current = new AbortController();
    setBytes(0);
    const { signal } = under.current;
    await downloadFile(site, alias, { name: 'dataExport', input: {}, signal, onBytes: setBytes });
    setBytes(null);
  };
  return { bytes, run: downloadExport, stop: () => under.current?.abort() };
};

/** 我的数据: export of all data of the member. */
export const DataSection = () => {
  const titleId = useId();
  const { bytes, run, stop } = useDataExport();
  return (
    <section className={css.sessions} aria-labelledby={titleId}>
      <h2 id={titleId}>我的数据</h2>
      <p className={`small quiet ${css.say}`}>
        账号里的全部内容，一个 JSON
        文件：资料和登录、客户端和打印机、模板和旧版本、每一批每一张标签、订单和付款、通知、问答、图片的链接、密钥的名称、安全记录。密码和密钥本身不在里面。一天最多{' '}
        {EXPORTS_PER_DAY}&nbsp;次。
      </p>
      {bytes === null ? (
        <button type="button" className="button" onClick={() => void run()}>
          <Icon name="download" />
          导出我的数据
        </button>
      ) : (
        <button type="button" className="button" onClick={stop}>
          <Icon name="close" />
          <span aria-live="polite">正在导出{bytes > 0 ? ` ${formatBytes(bytes)}` : ''}</span>
          <small>取消</small>
        </button>
      )}
    </section>
  );
};
