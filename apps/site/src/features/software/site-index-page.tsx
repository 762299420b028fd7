import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';

export const SiteIndexPage = ({ data }: { data: CallOutput<'siteIndex'> }) => (
  <main className="wrap">
    <div className="ph">
      <div>
        <h1>云端标签打印</h1>
        <p>在浏览器里设计标签，在任何地方的打印机上印出来，每一张都有记录。</p>
      </div>
    </div>
    <ul>
      {data.softwares.map((software) => (
        <li key={software.id}>
          <Link className="link" to="/$soft" params={{ soft: software.alias }}>
            {software.name}
          </Link>
          <p className="m q">{software.slogan}</p>
        </li>
      ))}
    </ul>
  </main>
);
