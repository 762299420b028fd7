import { Section } from '@yunbiao/ui/section.tsx';
import type { HomeSoftware } from './home-data.ts';

/** Who uses it for what, on which paper. */
export const Uses = ({ software }: { software: HomeSoftware }) =>
  software.uses.length === 0 ? null : (
    <Section title="谁在用，用来印什么" say={['找一行和你最像的，看要备什么纸。']}>
      <table className="stack">
        <thead>
          <tr>
            <th scope="col">谁</th>
            <th scope="col">印什么</th>
            <th scope="col" className="n">
              标签纸
            </th>
          </tr>
        </thead>
        <tbody>
          {software.uses.map((use) => (
            <tr key={use.who + use.what}>
              <td className="b nw">{use.who}</td>
              <td className="full">{use.what}</td>
              <td className="n nw full">{use.paper}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
