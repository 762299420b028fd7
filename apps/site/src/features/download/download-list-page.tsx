import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';

export const DownloadListPage = ({ alias, data }: { alias: string; data: CallOutput<'downloadList'> }) => (
  <main className="wrap">
    <div className="ph">
      <div>
        <h1>下载</h1>
      </div>
    </div>
    {data.versions.map((version) => (
      <section key={version.version}>
        <h2>{version.version}</h2>
        <ul>
          {version.files.map((file) => (
            <li key={file.id}>
              <Link className="link" to="/$soft/download/{$id}.html" params={{ soft: alias, id: file.id }}>
                {file.title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </main>
);
