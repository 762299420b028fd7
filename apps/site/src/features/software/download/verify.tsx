import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import type { DownloadFile } from '../../../kit/software/files.ts';
import type { Platform } from '../../../kit/software/platform-ids.ts';
import css from './download.module.css';

/** Commands that print the SHA-256 of a file. Platforms without a terminal have none. */
const COMMANDS: Partial<
  Record<Platform, { where: string; formatCommand: (fileName: string) => string }>
> = {
  windows: { where: '命令提示符', formatCommand: (name) => `certutil -hashfile ${name} SHA256` },
  macos: { where: '终端', formatCommand: (name) => `shasum -a 256 ${name}` },
  linux: { where: '终端', formatCommand: (name) => `sha256sum ${name}` },
};

/** Quotes a file name for a shell. */
const quoteFileName = (name: string): string => (/^[\w.-]+$/.test(name) ? name : `"${name}"`);

export const VerifyDownload = ({ file }: { file: DownloadFile }) => {
  const command = COMMANDS[file.platform];
  if (!command) return null;
  const line = command.formatCommand(quoteFileName(file.fileName));
  return (
    <div>
      <h2 className="section-title">用命令核对</h2>
      <p className="quiet">
        在下载目录里打开{command.where}，结果与这里的 SHA-256 一致，就是原装文件。
      </p>
      <div className={`plate ${css.command}`}>
        <code>{line}</code>
        <CopyButton text={line} targetName="命令" />
      </div>
    </div>
  );
};
