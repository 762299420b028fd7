import type { CallOutput } from '@yunbiao/contract';

export const DownloadDetailPage = ({ file }: { alias: string; file: CallOutput<'downloadDetail'> }) => (
  <main className="wrap">
    <div className="ph">
      <div>
        <h1>{file.title}</h1>
        <p>{file.version}</p>
      </div>
    </div>
    <p className="hash">{file.sha256}</p>
    <a className="btn go" href={file.url}>
      下载 {file.fileName}
    </a>
  </main>
);
