import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@yunbiao/contract';

type Home = CallOutput<'siteIndex'> & { software: NonNullable<CallOutput<'siteIndex'>['software']> };

export const SoftwareHomePage = ({ data: { software, downloads } }: { data: Home }) => (
  <main className="wrap">
    <div className="ph">
      <div>
        <h1>{software.name}</h1>
        <p>{software.slogan}</p>
      </div>
    </div>
    <ul>
      {downloads.map((file) => (
        <li key={file.id}>
          <Link className="link" to="/$soft/download/{$id}.html" params={{ soft: software.alias, id: file.id }}>
            {file.title} {file.version}
          </Link>
        </li>
      ))}
    </ul>
  </main>
);
